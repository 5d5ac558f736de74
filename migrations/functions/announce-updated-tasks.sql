-- Without nested loops: these plans are kept, and one made for a single row would compare each row with each of the others. Sessions that
-- find every row by an index allow no hash joins either, but the rows of a statement have no index.
create or replace function announce_updated_tasks() returns trigger language plpgsql set enable_nestloop = off set enable_hashjoin = on as $$
begin
  insert into task_changes (public_id, hooked)
  select updated.public_id, exists (select from hooks where task_id = updated.id and ended_at is null)
  from updated join before using (id) where updated.change <> before.change
  -- What a button made still counts, or no longer.
  union all select (select public_id from tasks where id = updated.follows_id), false
  from updated join before using (id)
  where updated.follows_id is not null and updated.finished_at is distinct from before.finished_at;
  insert into task_phases (task_id, phase, attempt, at) select id, updated.phase, updated.attempt, updated.changed_at
  from updated join before using (id) where updated.phase <> before.phase and updated.phase <> 'open';
  -- The answer to a modal may bring another prompt.
  insert into task_prompts (task_id, words) select id, search_words(updated.prompt)
  from updated join before using (id) where before.phase = 'waiting' and updated.phase = 'open'
  on conflict (task_id) do update set words = excluded.words;
  return null;
end $$;
