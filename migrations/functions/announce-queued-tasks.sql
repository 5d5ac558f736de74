create or replace function announce_queued_tasks() returns trigger language plpgsql as $$
begin
  insert into task_changes (public_id, hooked) select public_id, has_hook and attempt > 0 from inserted;
  insert into task_phases (task_id, phase, attempt, at) select task_id, 'queued', attempt, changed_at from inserted;
  return null;
end $$;
