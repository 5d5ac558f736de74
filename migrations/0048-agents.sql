-- The program of an agent that created a task, such as claude-code: lists and usage show which agent spent what.
alter table tasks add column client text constraint tasks_client check (length(client) <= 64);

create or replace view task_states as
  select tasks.id, tasks.public_id, tasks.interface, tasks.account_id, tasks.token_id, tasks.user_id, tasks.model, tasks.tier, tasks.job,
    tasks.action, tasks.prompt, tasks.wire, tasks.parent_id, tasks.follows_id, tasks.button, tasks.modal_hash, tasks.modal_until,
    tasks.bookmarked_at, tasks.error_code, tasks.error_details, tasks.price_unit, tasks.price_quantity, tasks.unit_price_micros,
    tasks.amount_micros, tasks.charged_micros, tasks.price_version, tasks.held_on, tasks.created_at, tasks.ordered_at,
    tasks.finished_at, tasks.expires_at, tasks.deleted_at, tasks.texts, tasks.phase as stored_phase,
    case tasks.phase when 'open' then coalesce(run.phase, 'queued') else tasks.phase end as phase,
    coalesce(run.progress, tasks.progress) as progress,
    coalesce(run.started_at, queued.started_at, tasks.started_at) as started_at,
    coalesce(run.engine, tasks.engine, (select min(routes.engine) from routes where routes.model = tasks.model)) as engine,
    coalesce(run.attempt, queued.attempt, tasks.attempt) as attempt,
    coalesce(run.tries, queued.tries, tasks.tries) as tries,
    greatest(tasks.change, run.change, queued.change) as change,
    queued.tier_rank, queued.turn, tasks.end_user, tasks.client
  from tasks left join task_queue queued on queued.task_id = tasks.id left join task_runs run on run.task_id = tasks.id;

-- What a call of an agent may cost before a person must agree to it. Null: nobody is asked.
alter table tokens add column ask_above_micros bigint constraint tokens_ask_above check (ask_above_micros >= 0);
