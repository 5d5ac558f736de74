-- Days and months of caps, budgets, usage and statements begin in this time zone (KINORA_TIME_ZONE). It is here so that all processes,
-- commands and functions of the database agree on it.
create table calendar (
  id boolean primary key default true check (id),
  time_zone text not null default 'UTC'
);
insert into calendar default values;

create function day_zone() returns text language plpgsql stable parallel safe as $$
begin
  return coalesce((select time_zone from calendar), 'UTC');
end $$;
alter table tasks alter column held_on set default (now() at time zone day_zone())::date;
