-- Tasks that end the process which works on them: attempts lost with their process are counted, and such a task runs alone.
alter table tasks add column lost_attempts smallint not null default 0;

create index tasks_lost on tasks (engine, due_at)
  where lost_attempts > 0 and phase in ('queued', 'starting', 'running', 'saving');

-- May the account have another task in the queue, or waiting for its modal? Volatile on purpose: each call sees what was
-- committed before it, so a submit that holds the lock on its account counts exactly, whatever its statement's snapshot says.
create function has_room_in_queue(of_account uuid, max_tasks int) returns boolean language sql volatile as $$
  select count(*) < max_tasks
  from (select from tasks where account_id = of_account and phase = 'queued' limit max_tasks) queued
$$;

create function has_room_for_modals(of_account uuid, max_tasks int) returns boolean language sql volatile as $$
  select count(*) < max_tasks
  from (select from tasks where account_id = of_account and phase = 'waiting' limit max_tasks) waiting
$$;
