-- What clients of the Images API say of a request: whom it is for, for how long its files are kept, and until when it has to start.
alter table tasks
  add column end_user text constraint tasks_end_user check (length(end_user) <= 512),
  -- Shorter than the retention of the server. Null: that.
  add column keep_seconds int constraint tasks_keep check (keep_seconds > 0);
-- The tasks of an end user, for filters, and what they cost in a month (end_users_fit).
create index tasks_by_end_user on tasks (token_id, end_user, held_on) include (amount_micros, charged_micros) where end_user is not null;

-- What each end user of a token may spend in a month.
alter table tokens add column cap_end_user_micros bigint check (cap_end_user_micros >= 0);

-- A task that is still in the queue then is cancelled.
alter table task_queue add column start_by timestamptz;
create index task_queue_start_by on task_queue (start_by) where start_by is not null;

-- A client has hung up: its task is cancelled then, if it is still queued and nobody has repeated the request.
alter table awaited_requests add column cancel_at timestamptz;
create index awaited_requests_cancelled on awaited_requests (cancel_at) where cancel_at is not null;

-- Whether requests that name an unknown model get the default one.
alter table groups add column serves_any_model boolean not null default false;

create or replace view task_states as
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
    queued.tier_rank, queued.turn, tasks.end_user
  from tasks
    left join task_queue queued on queued.task_id = tasks.id
    left join task_runs run on run.task_id = tasks.id;
