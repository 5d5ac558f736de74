-- The prompt and the action of a task are columns of their own, so that only a task's own interface reads its `wire`.
-- A generated column is filled while the table is rewritten once; an update would leave a dead copy of every row. It then
-- becomes an ordinary column that each submit writes.
alter table tasks
  add column prompt text generated always as
    (coalesce(case interface when 'image' then wire->>'prompt' end, job->>'prompt', '')) stored;
alter table tasks
  alter column prompt drop expression,
  alter column prompt set default '',
  alter column prompt set not null;

create or replace function note_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('task_change');
  new.changed_at := clock_timestamp();
  if tg_op = 'INSERT' or new.phase is distinct from old.phase then
    insert into task_phases (task_id, phase, attempt, at) values (new.id, new.phase, new.attempt, new.changed_at);
  end if;
  -- The answer to a modal may bring another prompt.
  if tg_op = 'INSERT' or (old.phase = 'waiting' and new.phase = 'queued') then
    insert into task_prompts (task_id, words) values (new.id, search_words(new.prompt))
    on conflict (task_id) do update set words = excluded.words;
  end if;
  return new;
end $$;
