-- The change feed: each visible change of a task leaves a line, under the number of its transaction. Readers keep the snapshot
-- of their last look and read what has become visible since (src/db/change-feed.ts). It replaces NOTIFY as the truth about
-- changes, which held one lock of the whole database through every commit.
create table task_changes (
  xid xid8 not null default pg_current_xact_id(),
  public_id text not null,
  -- A webhook of the task is not at its end yet.
  hooked boolean not null default false,
  -- Ten minutes share a slot. A sweep empties the oldest of the three.
  slot smallint not null default (extract(epoch from clock_timestamp())::bigint / 600 % 3)::smallint
) partition by list (slot);
create table task_changes_0 partition of task_changes for values in (0);
create table task_changes_1 partition of task_changes for values in (1);
create table task_changes_2 partition of task_changes for values in (2);
create index task_changes_xid on task_changes (xid);

create or replace function note_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('task_change');
  new.changed_at := clock_timestamp();
  insert into task_changes (public_id, hooked)
  values (new.public_id, tg_op = 'UPDATE' and exists (select from hooks where task_id = new.id and ended_at is null));
  -- A record says which of its buttons were pressed, and whether what they made still counts.
  if new.follows_id is not null and (tg_op = 'INSERT' or new.finished_at is distinct from old.finished_at) then
    insert into task_changes (public_id) select public_id from tasks where id = new.follows_id;
  end if;
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

-- An upper bound of the tasks that the account has in the queue: a submit raises it, and counts again when it reaches the limit.
alter table accounts add column queued_at_most int not null default 0;
update accounts set queued_at_most = (select count(*) from tasks where account_id = accounts.id and phase = 'queued');

-- May the account have so many more tasks in the queue? Answers an upper bound of those that are there; null: no. Volatile on purpose: it sees what was
-- committed before it, so a submit that holds the lock on its account counts exactly.
create function room_in_queue(of_account uuid, at_most int, more int, max_tasks int) returns int language plpgsql volatile as $$
begin
  if at_most + more > max_tasks then
    select count(*) into at_most from (select from tasks where account_id = of_account and phase = 'queued' limit max_tasks) queued;
  end if;
  return case when at_most + more <= max_tasks then at_most end;
end $$;
drop function has_room_in_queue;
