-- The time zone in which days and months begin.
create or replace function day_zone() returns text language plpgsql stable parallel safe as $$
begin
  return coalesce((select time_zone from calendar), 'UTC');
end $$;
