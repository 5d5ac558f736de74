-- The Console's tasks: lists and facets of many, search, stars, collections, deleting that can be taken back, what
-- happened when, and the announcement of sessions that end.

alter table tasks
  -- What made it, as lists call it.
  add column action text not null default 'VIDEO',
  -- What expires_at was before it was deleted, so that it can be as it was.
  add column kept_until timestamptz;

update tasks set action = wire->>'action' where interface = 'image' and wire ? 'action';

-- All that lists and facets choose by, so that they read no row that they do not show.
create index tasks_shown on tasks (account_id, id)
  include (token_id, interface, model, tier, phase, action, amount_micros, charged_micros, bookmarked_at, created_at)
  where deleted_at is null;
-- Deleted when their files had gone already: their words are there still.
create index tasks_deleted_late on tasks (deleted_at) where deleted_at > files_deleted_at;
-- What was made of it.
create index tasks_children on tasks (parent_id) where parent_id is not null;
create index tokens_by_user on tokens (user_id) where user_id is not null;

-- Words as they are searched for: letters and digits; a Chinese, Japanese or Korean character is a word by itself, and
-- several are a phrase. Without an extension, so that any PostgreSQL does. tasks/search-words.ts says the same of a query.
create function search_words(prompt text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(left(prompt, 6000),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\ufe0f\uff00-\uff0f\uff1a-\uff20]+', ' ', 'g'),
    '([\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])', ' \1 ', 'g'))
$$;

-- Beside the task, since every change of a task would write its words into the index once more.
create table task_prompts (
  task_id uuid primary key,
  words tsvector not null
);
create index task_prompts_words on task_prompts using gin (words);
insert into task_prompts
  select id, search_words(coalesce(case interface when 'image' then wire->>'prompt' end, job->>'prompt', '')) from tasks
  where deleted_at is null;

-- The life of a task, a line for each phase that it entered; gone with its files.
create table task_phases (
  task_id uuid not null,
  phase text not null,
  -- Whose turn it was: which lease.
  attempt integer not null,
  at timestamptz not null
);
create index task_phases_of_task on task_phases (task_id);

create or replace function note_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('task_change');
  new.changed_at := clock_timestamp();
  if tg_op = 'INSERT' or new.phase is distinct from old.phase then
    insert into task_phases (task_id, phase, attempt, at) values (new.id, new.phase, new.attempt, new.changed_at);
  end if;
  -- Its modal may bring another prompt.
  if tg_op = 'INSERT' or (old.phase = 'waiting' and new.phase = 'queued') then
    new.action := coalesce(new.wire->>'action', 'VIDEO');
    insert into task_prompts (task_id, words)
    values (new.id, search_words(coalesce(case new.interface when 'image' then new.wire->>'prompt' end, new.job->>'prompt', '')))
    on conflict (task_id) do update set words = excluded.words;
  end if;
  return new;
end $$;
-- Of `change` itself: for what changed beside the task, as its collections.
drop trigger tasks_note_change on tasks;
create trigger tasks_note_change before insert or update of phase, progress, deleted_at, bookmarked_at, change on tasks
  for each row execute function note_change();

create table collections (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- Null: the operator of the command line.
  created_by uuid references users,
  name text not null check (name <> ''),
  created_at timestamptz not null default now()
);
create unique index collections_name on collections (account_id, lower(name));

create table collection_tasks (
  collection_id uuid not null references collections on delete cascade,
  task_id uuid not null references tasks,
  added_at timestamptz not null default now(),
  primary key (collection_id, task_id)
);
create index collection_tasks_added on collection_tasks (collection_id, added_at);
create index collection_tasks_of_task on collection_tasks (task_id);

-- Streams of events end with the session: whichever way it ended.
create function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('kinora_session', case tg_table_name when 'sessions' then to_jsonb(old)->>'user_id' else to_jsonb(old)->>'id' end);
  return null;
end $$;
create trigger sessions_ended after delete on sessions for each row execute function tell_session();
create trigger users_changed after update of role, account_id, disabled_at on users for each row execute function tell_session();
