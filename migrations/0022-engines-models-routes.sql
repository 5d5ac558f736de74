-- Engines, models and routes are data: an operator changes them while the service runs.

-- Raised by every change of the tables below. A process that has read an older generation reads them again before it leases.
create table config_generation (
  id boolean primary key default true check (id),
  generation bigint not null default 1
);
insert into config_generation default values;

create function raise_config_generation() returns trigger language plpgsql as $$
begin
  update config_generation set generation = generation + 1;
  perform pg_notify('kinora_config', '');
  return null;
end $$;

-- A row is an instance of a kind of engine. Without a kind it was brought along by a process, as tests do.
alter table engines
  add column kind text,
  add column url text,
  add column settings jsonb not null default '{}',
  -- How many jobs at the same time. Null: the default of its kind.
  add column slots integer check (slots > 0),
  -- When it takes tasks: {"from": "22:00", "to": "06:00", "timeZone": "Europe/Berlin"}. Null: always.
  add column hours jsonb,
  -- Bounds of what it is asked for and of what that costs the operator. Null: none.
  add column starts_per_minute integer check (starts_per_minute > 0),
  add column day_budget_micros bigint check (day_budget_micros >= 0),
  add column month_budget_micros bigint check (month_budget_micros >= 0),
  -- 'file': declared in kinora.engines.yaml, and changed only there.
  add column source text not null default 'process' check (source in ('process', 'operator', 'file')),
  add column created_at timestamptz not null default now(),
  -- Why the worker that last read it could not open it. Null: it could.
  add column problem text,
  -- The name stays taken, because tasks name it.
  add column removed_at timestamptz,
  add check ((kind is null) = (source = 'process'));

-- Either a reference (`env:NAME`, `file:/path`) or a secret encrypted with AES-256-GCM.
create table engine_secrets (
  engine text primary key references engines on delete cascade,
  reference text,
  ciphertext bytea,
  nonce bytea,
  -- Of the key that encrypted it. Another key cannot decrypt it.
  key_fingerprint text,
  last_four text not null,
  changed_at timestamptz not null default now(),
  check ((reference is null) = (ciphertext is not null)),
  check ((ciphertext is null) = (nonce is null) and (ciphertext is null) = (key_fingerprint is null))
);

-- Cards of the operator's models. Their prices are in `prices`. An id is retired, never used again.
create table model_cards (
  id text primary key,
  card jsonb not null,
  source text not null check (source in ('operator', 'file')),
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  retired_at timestamptz
);
-- Other names by which clients ask for a model.
create table model_aliases (
  alias text primary key,
  model text not null
);
create index model_aliases_of on model_aliases (model);
-- Which model a `--v` or `--niji` value means in a group. Without a row: the first model of the group whose card names it.
create table version_models (
  group_name text not null,
  version text not null,
  model text not null,
  primary key (group_name, version)
);

alter table routes
  -- What the engine calls the model or workflow. Null: the same as here.
  add column upstream text,
  -- A lower number comes first.
  add column priority smallint not null default 0 check (priority between 0 and 99),
  -- The share among routes of the same priority.
  add column weight smallint not null default 1 check (weight between 1 and 100),
  -- Null: all tiers.
  add column tiers text[],
  -- Null: KINORA_TASK_TIMEOUT_SECONDS.
  add column timeout_seconds integer check (timeout_seconds > 0),
  -- What the engine's provider charges the operator. Null: nothing.
  add column cost_unit text check (cost_unit in ('image', 'clip', 'second')),
  add column cost_micros bigint check (cost_micros >= 0),
  -- Parameters of the card -> what the engine calls them, and fixed values.
  add column parameters jsonb not null default '{}',
  add column enabled boolean not null default true,
  -- 'card': a model card that comes with the product names the engine.
  add column source text not null default 'card' check (source in ('card', 'operator', 'file')),
  add check ((cost_unit is null) = (cost_micros is null));
create index routes_by_engine on routes (engine);

-- A route that fails is left alone for a while. Without a row: its last starts succeeded.
create table breakers (
  model text not null,
  engine text not null,
  -- The last five starts, the newest last: whether they failed.
  starts boolean[] not null default '{}',
  -- Null: closed.
  open_until timestamptz,
  pause_seconds integer,
  -- While it is half-open: the one task that tries it has until then to start.
  trial_until timestamptz,
  reason text,
  opened_at timestamptz,
  primary key (model, engine)
);

-- Engines that refused to begin the task. Another route takes it.
alter table task_queue add column avoid text[];
-- Why it went to this engine; null if there was no choice.
alter table task_runs
  add column avoid text[],
  add column routing jsonb,
  -- What the operator pays for it; null while the engine has not accepted it.
  add column cost_micros bigint,
  -- What was set aside for it in the engine's spending, and on which day (UTC).
  add column reserved_micros bigint,
  add column reserved_on date,
  -- The provider charges for it and cannot cancel it.
  add column cannot_cancel boolean not null default false;
alter table tasks add column routing jsonb, add column cost_micros bigint;
-- What the operator paid for, and clients did not get.
create index tasks_paid_for_nothing on tasks (finished_at) where cost_micros > 0 and phase in ('failed', 'cancelled');

-- What the jobs of an engine cost its operator, by day (UTC): those that ended, and what is set aside for those that run.
create table engine_spending (
  engine text not null,
  day date not null,
  micros bigint not null default 0,
  primary key (engine, day)
);
-- How many starts an engine with a limit may make at once; it grows with time.
create table engine_rates (
  engine text primary key,
  allowance double precision not null,
  counted_at timestamptz not null default now()
);

-- The reservation of a run becomes what it really cost. It stays if that is not known: the engine may have accepted the job.
create function settle_reservation() returns trigger language plpgsql as $$
begin
  update engine_spending set micros = micros - old.reserved_micros + old.cost_micros
  where engine = old.engine and day = old.reserved_on and old.cost_micros is not null;
  return null;
end $$;
create trigger task_runs_settle_reservation after delete on task_runs for each row when (old.reserved_micros is not null)
  execute function settle_reservation();

create trigger routes_raise after insert or update or delete on routes for each row execute function raise_config_generation();
create trigger model_cards_raise after insert or update or delete on model_cards for each row execute function raise_config_generation();
create trigger model_aliases_raise after insert or update or delete on model_aliases for each row execute function raise_config_generation();
create trigger version_models_raise after insert or update or delete on version_models for each row execute function raise_config_generation();
create trigger engine_secrets_raise after insert or update or delete on engine_secrets for each row execute function raise_config_generation();
create trigger engines_raise_added after insert on engines for each row when (new.kind is not null)
  execute function raise_config_generation();
-- Not by the reports of workers.
create trigger engines_raise_changed after update on engines for each row
  when ((old.kind, old.url, old.settings, old.slots, old.hours, old.starts_per_minute, old.day_budget_micros,
      old.month_budget_micros, old.source, old.removed_at, old.drained_at)
    is distinct from (new.kind, new.url, new.settings, new.slots, new.hours, new.starts_per_minute, new.day_budget_micros,
      new.month_budget_micros, new.source, new.removed_at, new.drained_at))
  execute function raise_config_generation();

-- Of these models: the first tasks of each tier that were never begun, each from a turn of its own: `of_turns` has three for each model.
create function queue_heads_of(of_models text[], of_turns bigint[], at_most int)
returns table (task_id uuid, model text, tier_rank smallint, turn bigint) language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
begin
  return query
    select head.task_id, head.model, head.tier_rank, head.turn
    from unnest(of_models) with ordinality as of (model, place), generate_series(1, 3) tier (rank), lateral (
      select queued.task_id, queued.model, queued.tier_rank, queued.turn from task_queue queued
      where queued.model = of.model and queued.tier_rank = tier.rank and queued.turn >= of_turns[(of.place - 1) * 3 + tier.rank]
        and queued.attempt = 0
      order by queued.turn limit at_most
    ) head;
end $$;
