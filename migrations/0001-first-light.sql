-- Accounts pay, groups bundle models, tokens call, tasks live, outputs are kept, ledger entries are for ever.

create table accounts (
  id uuid primary key,
  name text not null,
  -- Running totals of the ledger's books "available" and "held" of this account; reconcile proves them.
  available_micros bigint not null default 0 check (available_micros >= 0),
  held_micros bigint not null default 0 check (held_micros >= 0),
  -- The turn its next task takes in the queue of each tier (fair share; see tasks/submit-task.ts).
  next_turns bigint[] not null default '{0,0,0}',
  created_at timestamptz not null default now()
);

create table groups (
  name text primary key check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  kind text not null check (kind in ('image', 'video')),
  created_at timestamptz not null default now()
);
insert into groups (name, kind) values ('image', 'image'), ('video', 'video');

create table tokens (
  id uuid primary key,
  account_id uuid not null references accounts,
  group_name text not null references groups,
  name text not null,
  key_hash bytea not null unique,
  key_prefix text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);

-- Public ids of image tasks: milliseconds and three digits of this, so that no two nodes can make the same.
create sequence image_task_number;

create table tasks (
  id uuid primary key,
  public_id text not null unique,
  interface text not null check (interface in ('image', 'video')),
  account_id uuid not null references accounts,
  token_id uuid not null references tokens,
  model text not null,
  engine text not null,
  -- What the engine is asked (engines/engine.ts EngineJob, without the parent's recipe).
  job jsonb not null,
  -- What the interface wants to find again when it answers. The core never reads it.
  wire jsonb not null,
  parent_id uuid references tasks,
  idempotency_key text,
  request_hash text not null,
  -- Two submits with the same once_key of one account are one task (the same upscale pressed twice).
  once_key text,

  -- The queue.
  tier text not null check (tier in ('relax', 'fast', 'turbo')),
  -- 1 turbo, 2 fast, 3 relax.
  tier_rank smallint not null check (tier_rank between 1 and 3),
  turn bigint not null,
  phase text not null check (phase in ('queued', 'starting', 'running', 'saving', 'succeeded', 'failed', 'cancelled', 'waiting')),
  due_at timestamptz not null default now(),
  lease_owner text,
  lease_until timestamptz,
  -- Counts leases: the fencing number. A write of an older attempt matches no row.
  attempt integer not null default 0,
  -- Counts failures that were followed by another try.
  tries integer not null default 0,
  cancel_requested boolean not null default false,

  -- The engine's side.
  start_key text,
  operation jsonb,
  media jsonb,
  recipe jsonb,
  deadline_at timestamptz,

  -- What a poller sees.
  progress smallint not null default 0 check (progress between 0 and 100),
  error_code text,
  error_details jsonb,

  -- The charge: quoted and held at submit, decided with the terminal phase.
  price_unit text not null check (price_unit in ('clip', 'second', 'image')),
  price_quantity integer not null check (price_quantity > 0),
  unit_price_micros bigint not null check (unit_price_micros >= 0),
  amount_micros bigint not null check (amount_micros = unit_price_micros * price_quantity),
  price_version text not null,
  charged_micros bigint check (charged_micros between 0 and amount_micros),

  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  -- The files are kept until then.
  expires_at timestamptz,
  files_deleted_at timestamptz,

  check ((phase in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
  check ((charged_micros is not null) = (finished_at is not null)),
  check (charged_micros is null or charged_micros = 0 or phase = 'succeeded'),
  check ((error_code is not null) = (phase in ('failed', 'cancelled')))
);
create unique index tasks_idempotency on tasks (account_id, idempotency_key) where idempotency_key is not null;
create unique index tasks_once on tasks (account_id, once_key) where once_key is not null;
create index tasks_queued on tasks (engine, tier_rank, turn) where phase = 'queued';
create index tasks_queued_by_account on tasks (account_id) where phase = 'queued';
create index tasks_retried on tasks (engine, due_at) where phase = 'queued' and tries > 0;
create index tasks_active on tasks (engine, due_at) where phase in ('starting', 'running', 'saving');
create index tasks_turn on tasks (tier_rank, turn);
create index tasks_listed on tasks (account_id, interface, id);
create index tasks_kept on tasks (expires_at) where expires_at is not null and files_deleted_at is null;
create index tasks_idempotency_age on tasks (created_at) where idempotency_key is not null;

create table outputs (
  -- Unguessable: it is the file's public address.
  key text primary key,
  task_id uuid not null references tasks,
  kind text not null check (kind in ('preview', 'sheet', 'cell', 'picture', 'clip', 'thumbnail')),
  -- Order within the kind: the candidate of a cell, the number of a preview.
  ordinal smallint not null default 0,
  storage_key text not null unique,
  content_type text not null,
  size_bytes bigint not null,
  width integer not null,
  height integer not null,
  duration_ms integer,
  sha256 text not null,
  created_at timestamptz not null default now(),
  unique (task_id, kind, ordinal)
);

-- Double entry: each row moves an amount from one book of the account to another, so the books balance by
-- construction. Books: funding (outside money), available, held, revenue.
create table ledger_entries (
  id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  kind text not null check (kind in ('opening', 'hold', 'settle', 'release')),
  from_book text not null,
  to_book text not null,
  amount_micros bigint not null check (amount_micros >= 0),
  task_id uuid references tasks,
  token_id uuid references tokens,
  price_version text,
  created_at timestamptz not null default now(),
  check (
    (kind = 'opening' and from_book = 'funding' and to_book = 'available') or
    (kind = 'hold' and from_book = 'available' and to_book = 'held') or
    (kind = 'settle' and from_book = 'held' and to_book = 'revenue') or
    (kind = 'release' and from_book = 'held' and to_book = 'available')
  ),
  check ((kind = 'opening') = (task_id is null)),
  unique (task_id, kind)
);
create index ledger_entries_by_account on ledger_entries (account_id, id);
create unique index ledger_entries_opening on ledger_entries (account_id) where kind = 'opening';

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only';
end $$;
create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
