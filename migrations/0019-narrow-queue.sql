-- A task is written twice: when it is submitted and when it ends. In between it has one narrow row: in `task_queue` while it waits,
-- in `task_runs` while a worker has it. `tasks.phase` is 'open' during that time.

-- Which engine makes which model. Each process writes what its model cards say.
create table routes (
  model text not null,
  engine text not null,
  primary key (model, engine)
);

-- Rows are inserted and deleted, never updated.
create table task_queue (
  task_id uuid primary key,
  public_id text not null,
  account_id uuid not null,
  model text not null,
  -- The last one that had a run of it.
  engine text,
  tier_rank smallint not null check (tier_rank between 1 and 3),
  turn bigint not null,
  due_at timestamptz not null default now(),
  -- How often a worker leased it. 0: it was never begun.
  attempt int not null default 0,
  tries int not null default 0,
  lost_attempts smallint not null default 0,
  started_at timestamptz,
  deadline_at timestamptz,
  has_hook boolean not null default false,
  change bigint not null default nextval('task_change'),
  changed_at timestamptz not null default clock_timestamp()
);
create index task_queue_by_turn on task_queue (model, tier_rank, turn);
create index task_queue_by_account on task_queue (account_id);
create index task_queue_returned on task_queue (model, due_at) where attempt > 0;

-- No indexed column changes after the insert, so that updates stay on their page.
create table task_runs (
  task_id uuid primary key,
  public_id text not null,
  account_id uuid not null,
  model text not null,
  tier_rank smallint not null,
  turn bigint not null,
  engine text not null,
  -- 'queued': leased, and its engine was not called yet.
  phase text not null check (phase in ('queued', 'starting', 'running', 'saving')),
  lease_owner text,
  lease_until timestamptz,
  -- Not before this time, if it was given back.
  due_at timestamptz not null default now(),
  attempt int not null,
  tries int not null,
  lost_attempts smallint not null,
  started_at timestamptz,
  deadline_at timestamptz,
  has_hook boolean not null,
  cancel_requested boolean not null default false,
  start_key text,
  operation jsonb,
  progress smallint not null default 0 check (progress between 0 and 100),
  media jsonb,
  recipe jsonb,
  texts jsonb,
  change bigint not null default nextval('task_change'),
  changed_at timestamptz not null default clock_timestamp(),
  check ((phase = 'queued') = (start_key is null))
) with (fillfactor = 25, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_limit = 1000);
create index task_runs_by_engine on task_runs (engine);
create index task_runs_by_account on task_runs (account_id);

-- The highest turn given in each tier, for accounts that submit to an empty queue.
create sequence task_turns_1;
create sequence task_turns_2;
create sequence task_turns_3;
select setval(('task_turns_' || tier_rank)::regclass, greatest(1, max(turn))) from tasks group by tier_rank;

create function note_turn(rank int, turn bigint) returns bigint language plpgsql strict as $$
begin
  if turn > coalesce(pg_sequence_last_value(('task_turns_' || rank)::regclass), 0) then
    perform setval(('task_turns_' || rank)::regclass, turn);
  end if;
  return turn;
end $$;

drop trigger tasks_note_change on tasks;
drop function note_change;

-- A lease whose owner is still named was lost with its process.
insert into task_queue (task_id, public_id, account_id, model, engine, tier_rank, turn, due_at, attempt, tries, lost_attempts, started_at,
  deadline_at, has_hook, change, changed_at)
select id, public_id, account_id, model, case when started_at is not null then engine end, tier_rank, turn, due_at, attempt, tries, lost_attempts + (lease_owner is not null)::int, started_at,
  deadline_at, exists (select from hooks where task_id = tasks.id and ended_at is null), change, changed_at
from tasks where phase = 'queued';
insert into task_runs (task_id, public_id, account_id, model, tier_rank, turn, engine, phase, lease_owner, lease_until, due_at, attempt, tries,
  lost_attempts, started_at, deadline_at, has_hook, cancel_requested, start_key, operation, progress, media, recipe, texts, change, changed_at)
select id, public_id, account_id, model, tier_rank, turn, engine, phase, lease_owner, lease_until, due_at, attempt, tries,
  lost_attempts, started_at, deadline_at, exists (select from hooks where task_id = tasks.id and ended_at is null), cancel_requested,
  start_key, operation, progress, media, recipe, texts, change, changed_at
from tasks where phase in ('starting', 'running', 'saving');
insert into routes (model, engine) select distinct model, engine from tasks where phase in ('queued', 'waiting', 'starting', 'running', 'saving')
on conflict do nothing;

alter table tasks drop constraint tasks_phase_check, drop constraint tasks_modal;
-- Of a task that has not ended: of its run, where it has one.
alter table tasks alter column engine drop not null;
update tasks set phase = 'open', engine = null where phase in ('queued', 'starting', 'running', 'saving');
update tasks set engine = null where phase = 'waiting';
alter table tasks
  add constraint tasks_phase_check check (phase in ('waiting', 'open', 'succeeded', 'failed', 'cancelled')),
  add constraint tasks_modal check (phase <> 'waiting' or (modal_until is not null and amount_micros = 0));

drop index tasks_queued, tasks_queued_by_account, tasks_retried, tasks_active, tasks_turn, tasks_begun_again, tasks_lost, tasks_waiting,
  tasks_waiting_by_account, tasks_changed, tasks_by_day;
alter table tasks
  drop column tier_rank, drop column turn, drop column due_at, drop column lease_owner, drop column lease_until,
  drop column cancel_requested, drop column start_key, drop column operation, drop column media, drop column deadline_at,
  drop column lost_attempts;
create index tasks_waiting on tasks (account_id, modal_until) where phase = 'waiting';
create index tasks_changed on tasks (account_id, change) where phase <> 'open';

-- Reads show a task in its current phase.
create view task_states as
select tasks.id, tasks.public_id, tasks.interface, tasks.account_id, tasks.token_id, tasks.user_id, tasks.model, tasks.tier, tasks.job,
  tasks.action, tasks.prompt, tasks.wire, tasks.parent_id, tasks.follows_id, tasks.button, tasks.modal_hash, tasks.modal_until,
  tasks.bookmarked_at, tasks.error_code, tasks.error_details, tasks.price_unit, tasks.price_quantity, tasks.unit_price_micros,
  tasks.amount_micros, tasks.charged_micros, tasks.price_version, tasks.held_on, tasks.created_at, tasks.ordered_at, tasks.finished_at,
  tasks.expires_at, tasks.deleted_at, tasks.texts, tasks.phase as stored_phase,
  case tasks.phase when 'open' then coalesce(run.phase, 'queued') else tasks.phase end as phase,
  coalesce(run.progress, tasks.progress) as progress,
  coalesce(run.started_at, queued.started_at, tasks.started_at) as started_at,
  coalesce(run.engine, tasks.engine, (select min(engine) from routes where routes.model = tasks.model)) as engine,
  coalesce(run.attempt, queued.attempt, tasks.attempt) as attempt,
  coalesce(run.tries, queued.tries, tasks.tries) as tries,
  greatest(tasks.change, run.change, queued.change) as change,
  queued.tier_rank, queued.turn
from tasks
  left join task_queue queued on queued.task_id = tasks.id
  left join task_runs run on run.task_id = tasks.id;

-- Each visible change has a number, a row in the change feed, and one in the task's timeline if its phase changed.
create function number_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('task_change');
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger tasks_number_insert before insert on tasks for each row when (new.phase <> 'open') execute function number_change();
create trigger tasks_number_change before update of phase, deleted_at, bookmarked_at, change on tasks
  for each row execute function number_change();
create trigger task_runs_number_change before update of phase, progress on task_runs for each row execute function number_change();

create function announce_inserted_tasks() returns trigger language plpgsql as $$
begin
  insert into task_changes (public_id) select public_id from inserted where phase <> 'open'
  -- A record says which of its buttons were pressed.
  union all select (select public_id from tasks where id = inserted.follows_id) from inserted where follows_id is not null;
  insert into task_phases (task_id, phase, attempt, at) select id, phase, attempt, changed_at from inserted where phase <> 'open';
  insert into task_prompts (task_id, words) select id, search_words(prompt) from inserted on conflict do nothing;
  return null;
end $$;
create trigger tasks_announce_insert after insert on tasks referencing new table as inserted
  for each statement execute function announce_inserted_tasks();

-- Without nested loops: these plans are kept, and one made for a single row would compare each row with each of the others.
create function announce_updated_tasks() returns trigger language plpgsql set enable_nestloop = off as $$
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
create trigger tasks_announce_update after update on tasks referencing old table as before new table as updated
  for each statement execute function announce_updated_tasks();

create function announce_queued_tasks() returns trigger language plpgsql as $$
begin
  insert into task_changes (public_id, hooked) select public_id, has_hook and attempt > 0 from inserted;
  insert into task_phases (task_id, phase, attempt, at) select task_id, 'queued', attempt, changed_at from inserted;
  return null;
end $$;
create trigger task_queue_announce after insert on task_queue referencing new table as inserted
  for each statement execute function announce_queued_tasks();

create function announce_new_runs() returns trigger language plpgsql as $$
begin
  insert into task_changes (public_id, hooked) select public_id, has_hook from inserted where phase <> 'queued';
  insert into task_phases (task_id, phase, attempt, at) select task_id, phase, attempt, changed_at from inserted where phase <> 'queued';
  return null;
end $$;
create trigger task_runs_announce_insert after insert on task_runs referencing new table as inserted
  for each statement execute function announce_new_runs();

create function announce_updated_runs() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  insert into task_changes (public_id, hooked)
  select updated.public_id, updated.has_hook from updated join before using (task_id) where updated.change <> before.change;
  insert into task_phases (task_id, phase, attempt, at) select task_id, updated.phase, updated.attempt, updated.changed_at
  from updated join before using (task_id) where updated.phase <> before.phase;
  return null;
end $$;
create trigger task_runs_announce_update after update on task_runs referencing old table as before new table as updated
  for each statement execute function announce_updated_runs();

-- Those in the queue are counted when the bound of the account is reached.
create or replace function room_in_queue(of_account uuid, at_most int, more int, max_tasks int) returns int language plpgsql volatile as $$
begin
  if at_most + more > max_tasks then
    select count(*) into at_most from (select from task_queue where account_id = of_account limit max_tasks) queued;
  end if;
  return case when at_most + more <= max_tasks then at_most end;
end $$;
