create or replace function announce_inserted_tasks() returns trigger language plpgsql as $$
begin
  insert into task_changes (public_id) select public_id from inserted where phase <> 'open'
  -- A record says which of its buttons were pressed.
  union all select (select public_id from tasks where id = inserted.follows_id) from inserted where follows_id is not null;
  insert into task_phases (task_id, phase, attempt, at) select id, phase, attempt, changed_at from inserted where phase <> 'open';
  insert into task_prompts (task_id, words) select id, search_words(prompt) from inserted on conflict do nothing;
  return null;
end $$;
