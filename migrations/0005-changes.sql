-- When a task changed: a stream of events that is taken up again looks back over changes that were written at the same time.
alter table tasks add column changed_at timestamptz not null default now();

create or replace function note_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('task_change');
  new.changed_at := clock_timestamp();
  return new;
end $$;
