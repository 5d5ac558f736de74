create or replace function announce_new_runs() returns trigger language plpgsql as $$
begin
  insert into task_changes (public_id, hooked) select public_id, has_hook from inserted where phase <> 'queued';
  insert into task_phases (task_id, phase, attempt, at) select task_id, phase, attempt, changed_at from inserted where phase <> 'queued';
  return null;
end $$;
