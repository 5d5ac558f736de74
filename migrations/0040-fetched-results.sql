-- A result that was paid for and could not be fetched before its task failed can be fetched later: the task runs again from there, with a
-- new hold, and ends once more. `reopened` counts that. The entries of each time are a round.
alter table tasks
  add column reopened smallint not null default 0,
  -- What the provider calls the work of a task that has ended.
  add column remote_job text,
  -- A paid engine accepted it, or may have accepted it, and its client got nothing. What that costs may not be known.
  add column may_cost boolean not null default false;
drop index tasks_paid_for_nothing;
create index tasks_paid_for_nothing on tasks (finished_at)
  where (cost_micros > 0 or cost_micros is null and may_cost) and phase in ('failed', 'cancelled');
alter table ledger_entries add column round smallint not null default 0;
alter table ledger_entries drop constraint ledger_entries_task_id_kind_key;
create unique index ledger_entries_of_task on ledger_entries (task_id, kind, round) where task_id is not null;

-- Where the work of failed tasks is at their engines, as long as the result may be there.
create table unfetched_results (
  task_id uuid primary key references tasks on delete cascade,
  engine text not null,
  start_key text not null,
  operation jsonb not null,
  kept_at timestamptz not null default now()
);
