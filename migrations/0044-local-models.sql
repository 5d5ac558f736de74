-- Models that the server downloads and runs itself: what each is, and how far its installation is.
create table local_models (
  -- As the catalogue names it, or as the operator named a checkpoint.
  name text primary key,
  -- Its entry of the catalogue as it is installed: files that were looked up have their size and hash.
  entry jsonb not null,
  -- The entry whose files are in use while an update is in progress. Null: none.
  previous_entry jsonb,
  -- 'removed': the ID of the model may be used again by the same model only.
  state text not null check (state in ('installing', 'paused', 'failed', 'ready', 'removing', 'removed')),
  step text check (step in ('lookup', 'program', 'files', 'engine', 'test')),
  model text not null,
  engine text not null,
  -- Prompts that name no model get it.
  is_default boolean not null,
  -- Paths on the machine, which only its command line can name. Null: from a release, or from the hub.
  program text,
  checkpoint text,
  done_bytes bigint not null default 0,
  total_bytes bigint,
  bytes_per_second bigint,
  -- Why it is paused by itself, or failed: {"code": …, "details": {…}}.
  problem jsonb,
  -- The worker that installs or removes it, and until when. Null: none.
  lease_owner uuid,
  lease_until timestamptz,
  changed_at timestamptz not null default now(),
  check ((lease_owner is null) = (lease_until is null))
);
-- What each machine that installs models has, for whoever chooses one elsewhere.
create table local_machines (
  node text primary key,
  machine jsonb not null,
  seen_at timestamptz not null default now()
);
-- 'local': installed, and its program changed by nobody else.
alter table engines drop constraint engines_source_check;
alter table engines add constraint engines_source_check check (source in ('process', 'operator', 'file', 'local'));
