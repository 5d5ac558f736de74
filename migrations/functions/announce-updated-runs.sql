-- Joins as announce_updated_tasks does, because thousands of runs change in one statement after a restart.
create or replace function announce_updated_runs() returns trigger language plpgsql set enable_nestloop = off set enable_hashjoin = on as $$
begin
  insert into task_changes (public_id, hooked)
  select updated.public_id, updated.has_hook from updated join before using (task_id) where updated.change <> before.change;
  insert into task_phases (task_id, phase, attempt, at) select task_id, updated.phase, updated.attempt, updated.changed_at
  from updated join before using (task_id) where updated.phase <> before.phase;
  return null;
end $$;
