-- What an operator sees and does: engines with their workers, drains and trials; webhooks by account; what ended lately.

create table engines (
  name text primary key,
  -- A worker spoke of it again after a silence then, or it was resumed.
  since timestamptz not null default now(),
  -- The last word of any worker. Null: none has ever had it.
  seen_at timestamptz,
  -- It takes no new tasks.
  drained_at timestamptz,
  drained_by text,
  drained_reason text,
  check ((drained_at is null) = (drained_by is null)),
  check (drained_reason is null or drained_at is not null)
);

-- One row per worker process and engine while it lives; one whose seen_at is old has died.
create table engine_workers (
  engine text not null references engines on delete cascade,
  worker text not null,
  slots integer not null check (slots > 0),
  -- Its slots are its own; else they are those of the engine, whoever uses them.
  local boolean not null,
  seen_at timestamptz not null default now(),
  primary key (engine, worker)
);

-- An operator asks, a worker takes it and answers. No task, no charge.
create table engine_trials (
  id uuid primary key,
  engine text not null,
  asked_at timestamptz not null default now(),
  taken_at timestamptz,
  answered_at timestamptz,
  -- Null in an answer: it went well.
  error_code text,
  error_details jsonb,
  -- How many files it handed over.
  files integer,
  took_ms integer,
  check (answered_at is null or (took_ms is not null and (files is null) = (error_code is not null)))
);
create index engine_trials_open on engine_trials (engine, asked_at) where taken_at is null;

-- What was proved of the books, so that nobody has to prove it to look at the overview.
create table reconciliations (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  problems integer not null,
  -- The first of them.
  says text,
  check ((problems = 0) = (says is null))
);

-- What ended lately, of every engine and account.
create index tasks_ended on tasks (finished_at) where finished_at is not null;
-- Begun before, and queued again: a drained engine still ends them.
create index tasks_begun_again on tasks (engine, tier_rank, turn) where phase = 'queued' and started_at is not null;
create index ledger_entries_refunds on ledger_entries (created_at) where kind = 'refund';
create index hooks_by_account on hooks (account_id, created_at, id);
create index hooks_listed on hooks (created_at, id);
