-- Each visible change has a number, a row in the change feed, and one in the task's timeline if its phase changed.
create or replace function number_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('task_change');
  new.changed_at := clock_timestamp();
  return new;
end $$;
