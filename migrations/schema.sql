-- The schema of a new installation, after all migrations. Written by "npm run schema", and checked against them by a test.
-- Functions are in functions/.

create sequence image_task_number as bigint start 1 increment 1 cache 1;
create sequence task_change as bigint start 1 increment 1 cache 1;
create sequence task_turns_1 as bigint start 1 increment 1 cache 1;
create sequence task_turns_2 as bigint start 1 increment 1 cache 1;
create sequence task_turns_3 as bigint start 1 increment 1 cache 1;

create table account_banned_words (
  account_id uuid not null,
  word text not null,
  constraint account_banned_words_pkey PRIMARY KEY (account_id, word),
  constraint account_banned_words_word_check CHECK (word <> ''::text AND word = lower(word))
);

create table accounts (
  id uuid not null,
  name text not null,
  available_micros bigint default 0 not null,
  held_micros bigint default 0 not null,
  next_turns bigint[] default '{0,0,0}'::bigint[] not null,
  created_at timestamp with time zone default now() not null,
  webhook_secret bytea default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-'::text, ''::text), 'hex'::text) not null,
  suspended_at timestamp with time zone,
  queued_at_most integer default 0 not null,
  webhook_secret_before bytea,
  webhook_secret_before_until timestamp with time zone,
  factor_micros bigint default 1000000 not null,
  low_balance_micros bigint,
  low_balance_since timestamp with time zone,
  max_open integer,
  plan_groups text[] default '{}'::text[] not null,
  plan_max_open integer,
  plan_until timestamp with time zone,
  volume_factor_micros bigint default 1000000 not null,
  constraint accounts_pkey PRIMARY KEY (id) with (deduplicate_items=off),
  constraint accounts_available_micros_check CHECK (available_micros >= 0),
  constraint accounts_factor_micros_check CHECK (factor_micros >= 0),
  constraint accounts_held_micros_check CHECK (held_micros >= 0),
  constraint accounts_low_balance_micros_check CHECK (low_balance_micros >= 0),
  constraint accounts_max_open_check CHECK (max_open > 0),
  constraint accounts_volume_factor_check CHECK (volume_factor_micros >= 0 AND volume_factor_micros <= 1000000),
  constraint accounts_webhook_secret_before CHECK ((webhook_secret_before IS NULL) = (webhook_secret_before_until IS NULL))
) with (fillfactor=10);

create table audit (
  id bigint generated always as identity not null,
  created_at timestamp with time zone default now() not null,
  user_id uuid,
  actor text not null,
  address text,
  action text not null,
  account_id uuid,
  object text not null,
  before jsonb,
  after jsonb,
  constraint audit_pkey PRIMARY KEY (id)
);

create table awaited_requests (
  id uuid not null,
  token_id uuid not null,
  request_hash text not null,
  process_id uuid not null,
  turn integer default 1 not null,
  is_lost boolean default false not null,
  changed_at timestamp with time zone default now() not null,
  cancel_at timestamp with time zone,
  task_key text,
  constraint awaited_requests_pkey PRIMARY KEY (id)
);

create table banned_words (
  word text not null,
  created_at timestamp with time zone default now() not null,
  constraint banned_words_pkey PRIMARY KEY (word),
  constraint banned_words_word_check CHECK (word <> ''::text AND word = lower(word))
);

create table billing_details (
  account_id uuid not null,
  name text default ''::text not null,
  address text default ''::text not null,
  tax_id text default ''::text not null,
  changed_at timestamp with time zone default now() not null,
  mails_statement boolean default false not null,
  statement_month date,
  constraint billing_details_pkey PRIMARY KEY (account_id)
);

create table breakers (
  model text not null,
  engine text not null,
  starts boolean[] default '{}'::boolean[] not null,
  open_until timestamp with time zone,
  pause_seconds integer,
  trial_until timestamp with time zone,
  reason text,
  opened_at timestamp with time zone,
  code text,
  reason_zh text,
  constraint breakers_pkey PRIMARY KEY (model, engine)
);

create table calendar (
  id boolean default true not null,
  time_zone text default 'UTC'::text not null,
  constraint calendar_pkey PRIMARY KEY (id),
  constraint calendar_id_check CHECK (id)
);

create table challenges (
  id uuid not null,
  kind text not null,
  user_id uuid,
  data jsonb not null,
  expires_at timestamp with time zone not null,
  constraint challenges_pkey PRIMARY KEY (id),
  constraint challenges_kind_check CHECK (kind = ANY (ARRAY['passkey_registration'::text, 'passkey_sign_in'::text, 'open_id'::text, 'proof_of_work'::text]))
);

create table clock_watch (
  id boolean default true not null,
  seen_at timestamp with time zone default now() not null,
  held_minutes integer default 0 not null,
  leapt_from timestamp with time zone,
  leapt_to timestamp with time zone,
  constraint clock_watch_pkey PRIMARY KEY (id),
  constraint clock_watch_check CHECK ((held_minutes = 0) = (leapt_from IS NULL) AND (leapt_from IS NULL) = (leapt_to IS NULL)),
  constraint clock_watch_held_minutes_check CHECK (held_minutes >= 0),
  constraint clock_watch_id_check CHECK (id)
);

create table codes (
  id uuid not null,
  code_hash bytea not null,
  code_prefix text not null,
  amount_micros bigint not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  redeemed_at timestamp with time zone,
  redeemed_by uuid,
  constraint codes_pkey PRIMARY KEY (id),
  constraint codes_code_hash_key UNIQUE (code_hash),
  constraint codes_amount_micros_check CHECK (amount_micros > 0),
  constraint codes_check CHECK ((redeemed_at IS NULL) = (redeemed_by IS NULL))
);

create table collection_tasks (
  collection_id uuid not null,
  task_id uuid not null,
  added_at timestamp with time zone default now() not null,
  constraint collection_tasks_pkey PRIMARY KEY (collection_id, task_id)
);

create table collections (
  id uuid not null,
  account_id uuid not null,
  created_by uuid,
  name text not null,
  created_at timestamp with time zone default now() not null,
  constraint collections_pkey PRIMARY KEY (id),
  constraint collections_name_check CHECK (name <> ''::text)
);

create table config_generation (
  id boolean default true not null,
  generation bigint default 1 not null,
  constraint config_generation_pkey PRIMARY KEY (id),
  constraint config_generation_id_check CHECK (id)
);

create table credit_grants (
  id uuid not null,
  account_id uuid not null,
  kind text not null,
  amount_micros bigint not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  taken_micros bigint default 0 not null,
  ended_at timestamp with time zone,
  subscription_id uuid,
  source text,
  constraint credit_grants_pkey PRIMARY KEY (id),
  constraint credit_grants_amount_micros_check CHECK (amount_micros >= 0),
  constraint credit_grants_check CHECK (expires_at > created_at),
  constraint credit_grants_check1 CHECK (taken_micros >= 0 AND taken_micros <= amount_micros),
  constraint credit_grants_kind_check CHECK (kind = ANY (ARRAY['plan'::text, 'trial'::text]))
);

create table credit_withdrawals (
  entry_id bigint not null,
  grant_id uuid not null,
  amount_micros bigint not null,
  constraint credit_withdrawals_pkey PRIMARY KEY (entry_id, grant_id),
  constraint credit_withdrawals_amount_micros_check CHECK (amount_micros > 0)
);

create table discount_uses (
  payment_id uuid not null,
  discount_id uuid not null,
  account_id uuid not null,
  used_at timestamp with time zone default now() not null,
  constraint discount_uses_pkey PRIMARY KEY (payment_id)
);

create table discounts (
  id uuid not null,
  code text not null,
  percent_micros bigint,
  amount_micros bigint,
  max_uses integer,
  max_uses_of_account integer,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint discounts_pkey PRIMARY KEY (id),
  constraint discounts_amount_micros_check CHECK (amount_micros > 0),
  constraint discounts_check CHECK ((percent_micros IS NULL) <> (amount_micros IS NULL)),
  constraint discounts_max_uses_check CHECK (max_uses > 0),
  constraint discounts_max_uses_of_account_check CHECK (max_uses_of_account > 0),
  constraint discounts_percent_micros_check CHECK (percent_micros > 0 AND percent_micros < 100000000)
);

create table engine_alerts (
  engine text not null,
  since timestamp with time zone not null,
  reason text,
  constraint engine_alerts_pkey PRIMARY KEY (engine)
);

create table engine_rates (
  engine text not null,
  allowance double precision not null,
  counted_at timestamp with time zone default now() not null,
  constraint engine_rates_pkey PRIMARY KEY (engine)
);

create table engine_secrets (
  engine text not null,
  reference text,
  ciphertext bytea,
  nonce bytea,
  key_fingerprint text,
  last_four text not null,
  changed_at timestamp with time zone default now() not null,
  constraint engine_secrets_pkey PRIMARY KEY (engine),
  constraint engine_secrets_check CHECK ((reference IS NULL) = (ciphertext IS NOT NULL)),
  constraint engine_secrets_check1 CHECK ((ciphertext IS NULL) = (nonce IS NULL) AND (ciphertext IS NULL) = (key_fingerprint IS NULL))
);

create table engine_spending (
  engine text not null,
  day date not null,
  micros bigint default 0 not null,
  constraint engine_spending_pkey PRIMARY KEY (engine, day)
);

create table engine_trials (
  id uuid not null,
  engine text not null,
  asked_at timestamp with time zone default now() not null,
  taken_at timestamp with time zone,
  answered_at timestamp with time zone,
  error_code text,
  error_details jsonb,
  files integer,
  took_ms integer,
  sample jsonb,
  model text,
  constraint engine_trials_pkey PRIMARY KEY (id),
  constraint engine_trials_check CHECK (answered_at IS NULL OR took_ms IS NOT NULL AND (files IS NULL) = (error_code IS NOT NULL))
);

create table engine_workers (
  engine text not null,
  worker text not null,
  slots integer not null,
  local boolean not null,
  seen_at timestamp with time zone default now() not null,
  constraint engine_workers_pkey PRIMARY KEY (engine, worker),
  constraint engine_workers_slots_check CHECK (slots > 0)
);

create table engines (
  name text not null,
  since timestamp with time zone default now() not null,
  seen_at timestamp with time zone,
  drained_at timestamp with time zone,
  drained_by text,
  drained_reason text,
  kind text,
  url text,
  settings jsonb default '{}'::jsonb not null,
  slots integer,
  hours jsonb,
  starts_per_minute integer,
  day_budget_micros bigint,
  month_budget_micros bigint,
  source text default 'process'::text not null,
  created_at timestamp with time zone default now() not null,
  problem text,
  removed_at timestamp with time zone,
  failed_probe_since timestamp with time zone,
  failed_probe_at timestamp with time zone,
  failed_probe_reason jsonb,
  constraint engines_pkey PRIMARY KEY (name),
  constraint engines_check CHECK ((drained_at IS NULL) = (drained_by IS NULL)),
  constraint engines_check1 CHECK (drained_reason IS NULL OR drained_at IS NOT NULL),
  constraint engines_check2 CHECK ((kind IS NULL) = (source = 'process'::text)),
  constraint engines_check3 CHECK ((failed_probe_at IS NULL) = (failed_probe_since IS NULL) AND (failed_probe_at IS NULL) = (failed_probe_reason IS NULL)),
  constraint engines_day_budget_micros_check CHECK (day_budget_micros >= 0),
  constraint engines_month_budget_micros_check CHECK (month_budget_micros >= 0),
  constraint engines_slots_check CHECK (slots > 0),
  constraint engines_source_check CHECK (source = ANY (ARRAY['process'::text, 'operator'::text, 'file'::text, 'local'::text])),
  constraint engines_starts_per_minute_check CHECK (starts_per_minute > 0)
);

create table file_sweeps (
  day date not null,
  begun_at timestamp with time zone default now() not null,
  finished_at timestamp with time zone,
  files integer default 0 not null,
  constraint file_sweeps_pkey PRIMARY KEY (day)
);

create table group_accounts (
  group_name text not null,
  account_id uuid not null,
  constraint group_accounts_pkey PRIMARY KEY (group_name, account_id)
);

create table groups (
  name text not null,
  kind text not null,
  created_at timestamp with time zone default now() not null,
  factor_micros bigint default 1000000 not null,
  models text[],
  is_open boolean default true not null,
  is_moderated boolean default true not null,
  default_version text,
  serves_any_model boolean default false not null,
  for_new_accounts boolean default false not null,
  constraint groups_pkey PRIMARY KEY (name),
  constraint groups_factor_micros_check CHECK (factor_micros >= 0),
  constraint groups_kind_check CHECK (kind = ANY (ARRAY['image'::text, 'video'::text])),
  constraint groups_name_check CHECK (name ~ '^[a-z][a-z0-9-]{0,39}$'::text)
);

create table hook_attempts (
  id bigint generated always as identity not null,
  hook_id uuid not null,
  message_id text not null,
  phase text not null,
  progress smallint not null,
  status smallint,
  error text,
  took_ms integer not null,
  created_at timestamp with time zone default now() not null,
  constraint hook_attempts_pkey PRIMARY KEY (id),
  constraint hook_attempts_check CHECK ((status IS NULL) <> (error IS NULL))
);

create table hook_failures (
  account_id uuid not null,
  origin text not null,
  failures integer default 1 not null,
  failing_since timestamp with time zone default now() not null,
  failed_at timestamp with time zone default now() not null,
  off_until timestamp with time zone,
  constraint hook_failures_pkey PRIMARY KEY (account_id, origin)
);

create table hooks (
  id uuid default gen_random_uuid() not null,
  task_id uuid not null,
  account_id uuid not null,
  url text not null,
  origin text generated always as ("substring"(url, '^[a-z]+://[^/?#]+'::text)) stored not null,
  base_url text not null,
  language text not null,
  rank_sent smallint default 1 not null,
  tries smallint default 0 not null,
  due_at timestamp with time zone default now() not null,
  lease_owner text,
  lease_until timestamp with time zone,
  created_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  ending text,
  expires_at timestamp with time zone,
  is_default boolean default false not null,
  constraint hooks_pkey PRIMARY KEY (id),
  constraint hooks_task_id_url_key UNIQUE (task_id, url),
  constraint hooks_check CHECK ((ended_at IS NULL) = (ending IS NULL) AND (ended_at IS NULL) = (expires_at IS NULL)),
  constraint hooks_ending_check CHECK (ending = ANY (ARRAY['told'::text, 'gone'::text, 'given_up'::text])),
  constraint hooks_language_check CHECK (language = ANY (ARRAY['en'::text, 'zh'::text])),
  constraint hooks_url_check CHECK (octet_length(url) <= 2000)
);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamp with time zone default now() not null,
  constraint identities_pkey PRIMARY KEY (issuer, subject)
);

create table invitations (
  id uuid not null,
  secret_hash bytea not null,
  account_id uuid,
  role text not null,
  email text,
  user_id uuid,
  created_by uuid,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  used_by uuid,
  is_set_up boolean default false not null,
  is_sign_up boolean default false not null,
  referral text,
  constraint invitations_pkey PRIMARY KEY (id),
  constraint invitations_secret_hash_key UNIQUE (secret_hash),
  constraint invitations_check CHECK ((used_at IS NULL) = (used_by IS NULL)),
  constraint invitations_email_check CHECK (email = lower(email)),
  constraint invitations_role_check CHECK (role = ANY (ARRAY['operator'::text, 'owner'::text, 'member'::text])),
  constraint invitations_sign_up_check CHECK (
CASE
    WHEN is_sign_up THEN account_id IS NULL AND user_id IS NULL AND email IS NOT NULL AND role = 'owner'::text
    ELSE account_id IS NOT NULL
END)
);

create table ledger_entries (
  id bigint generated always as identity not null,
  account_id uuid not null,
  kind text not null,
  from_book text not null,
  to_book text not null,
  amount_micros bigint not null,
  task_id uuid,
  token_id uuid,
  price_version text,
  created_at timestamp with time zone default clock_timestamp() not null,
  reason text,
  user_id uuid,
  code_id uuid,
  available_micros bigint,
  round smallint default 0 not null,
  constraint ledger_entries_pkey PRIMARY KEY (id),
  constraint ledger_entries_amount_micros_check CHECK (amount_micros >= 0),
  constraint ledger_entries_books CHECK ((kind = ANY (ARRAY['opening'::text, 'top_up'::text, 'redeem'::text])) AND from_book = 'funding'::text AND to_book = 'available'::text OR kind = 'adjust'::text AND (from_book = 'funding'::text AND to_book = 'available'::text OR from_book = 'available'::text AND to_book = 'funding'::text) OR kind = 'hold'::text AND from_book = 'available'::text AND to_book = 'held'::text OR kind = 'settle'::text AND from_book = 'held'::text AND to_book = 'revenue'::text OR kind = 'release'::text AND from_book = 'held'::text AND to_book = 'available'::text OR kind = 'refund'::text AND from_book = 'revenue'::text AND to_book = 'available'::text),
  constraint ledger_entries_code CHECK ((kind = 'redeem'::text) = (code_id IS NOT NULL)),
  constraint ledger_entries_kind CHECK (kind = ANY (ARRAY['opening'::text, 'top_up'::text, 'redeem'::text, 'adjust'::text, 'hold'::text, 'settle'::text, 'release'::text, 'refund'::text])),
  constraint ledger_entries_reason CHECK ((kind <> ALL (ARRAY['adjust'::text, 'refund'::text])) OR reason <> ''::text),
  constraint ledger_entries_task CHECK ((kind = ANY (ARRAY['hold'::text, 'settle'::text, 'release'::text, 'refund'::text])) = (task_id IS NOT NULL))
);

create table local_machines (
  node text not null,
  machine jsonb not null,
  seen_at timestamp with time zone default now() not null,
  constraint local_machines_pkey PRIMARY KEY (node)
);

create table local_models (
  name text not null,
  entry jsonb not null,
  previous_entry jsonb,
  state text not null,
  step text,
  model text not null,
  engine text not null,
  is_default boolean not null,
  program text,
  checkpoint text,
  done_bytes bigint default 0 not null,
  total_bytes bigint,
  bytes_per_second bigint,
  problem jsonb,
  lease_owner uuid,
  lease_until timestamp with time zone,
  changed_at timestamp with time zone default now() not null,
  constraint local_models_pkey PRIMARY KEY (name),
  constraint local_models_check CHECK ((lease_owner IS NULL) = (lease_until IS NULL)),
  constraint local_models_state_check CHECK (state = ANY (ARRAY['installing'::text, 'paused'::text, 'failed'::text, 'ready'::text, 'removing'::text, 'removed'::text])),
  constraint local_models_step_check CHECK (step = ANY (ARRAY['lookup'::text, 'program'::text, 'files'::text, 'engine'::text, 'test'::text]))
);

create table mail_requests (
  source text not null,
  asked_at timestamp with time zone default now() not null
);

create table mails (
  id uuid not null,
  kind text not null,
  recipient text not null,
  language text not null,
  data jsonb not null,
  once_key text,
  state text default 'queued'::text not null,
  tries smallint default 0 not null,
  due_at timestamp with time zone default now() not null,
  error text,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  constraint mails_pkey PRIMARY KEY (id),
  constraint mails_once_key_key UNIQUE (once_key),
  constraint mails_language_check CHECK (language = ANY (ARRAY['en'::text, 'zh'::text])),
  constraint mails_state_check CHECK (state = ANY (ARRAY['queued'::text, 'sending'::text, 'sent'::text, 'failed'::text, 'unknown'::text]))
);

create table model_aliases (
  alias text not null,
  model text not null,
  group_name text default ''::text not null,
  constraint model_aliases_pkey PRIMARY KEY (alias, group_name)
);

create table model_cards (
  id text not null,
  card jsonb not null,
  source text not null,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint model_cards_pkey PRIMARY KEY (id),
  constraint model_cards_source_check CHECK (source = ANY (ARRAY['operator'::text, 'file'::text]))
);

create table model_covers (
  model text not null,
  picture text not null,
  made_at timestamp with time zone default now() not null,
  constraint model_covers_pkey PRIMARY KEY (model),
  constraint model_covers_picture_check CHECK (picture ~~ 'data:image/webp;base64,%'::text AND length(picture) < 200000)
);

create table nodes (
  id uuid not null,
  role text not null,
  version text not null,
  host text not null,
  started_at timestamp with time zone not null,
  seen_at timestamp with time zone default now() not null,
  build text,
  constraint nodes_pkey PRIMARY KEY (id),
  constraint nodes_role_check CHECK (role = ANY (ARRAY['all'::text, 'api'::text, 'worker'::text]))
);

create table oauth_clients (
  id text not null,
  name text not null,
  redirect_uris text[] not null,
  network text not null,
  created_at timestamp with time zone default now() not null,
  used_at timestamp with time zone,
  constraint oauth_clients_pkey PRIMARY KEY (id)
);

create table oauth_codes (
  code_hash bytea not null,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  code_challenge text not null,
  user_id uuid not null,
  token jsonb not null,
  expires_at timestamp with time zone not null,
  token_id uuid,
  constraint oauth_codes_pkey PRIMARY KEY (code_hash)
);

create table oauth_grants (
  token_id uuid not null,
  family_hash bytea not null,
  refresh_hash bytea not null,
  previous_hash bytea,
  previous_until timestamp with time zone,
  previous_salt bytea,
  constraint oauth_grants_pkey PRIMARY KEY (token_id),
  constraint oauth_grants_family_hash_key UNIQUE (family_hash)
);

create table outputs (
  key text not null,
  task_id uuid not null,
  kind text not null,
  ordinal smallint default 0 not null,
  storage_key text not null,
  content_type text not null,
  size_bytes bigint not null,
  width integer not null,
  height integer not null,
  duration_ms integer,
  sha256 text not null,
  created_at timestamp with time zone default now() not null,
  frames_per_second double precision,
  has_sound boolean,
  constraint outputs_pkey PRIMARY KEY (key),
  constraint outputs_storage_key_key UNIQUE (storage_key),
  constraint outputs_task_id_kind_ordinal_key UNIQUE (task_id, kind, ordinal),
  constraint outputs_frames_per_second CHECK (frames_per_second > 0::double precision),
  constraint outputs_kind_check CHECK (kind = ANY (ARRAY['preview'::text, 'sheet'::text, 'cell'::text, 'picture'::text, 'clip'::text, 'thumbnail'::text, 'spritesheet'::text]))
);

create table passkeys (
  id text not null,
  user_id uuid not null,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] default '{}'::text[] not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  constraint passkeys_pkey PRIMARY KEY (id)
);

create table payment_events (
  provider text not null,
  id text not null,
  payment_id uuid,
  reference text,
  fact jsonb not null,
  received_at timestamp with time zone default now() not null,
  constraint payment_events_pkey PRIMARY KEY (provider, id)
);

create table payment_faults (
  provider text not null,
  kind text not null,
  day date not null,
  count integer not null,
  last_at timestamp with time zone default now() not null,
  constraint payment_faults_pkey PRIMARY KEY (provider, kind, day),
  constraint payment_faults_count_check CHECK (count > 0),
  constraint payment_faults_kind_check CHECK (kind = ANY (ARRAY['signature'::text, 'report'::text, 'checkout'::text]))
);

create table payments (
  id uuid not null,
  account_id uuid not null,
  user_id uuid,
  provider text not null,
  method text not null,
  currency text not null,
  amount_micros bigint not null,
  credit_micros bigint not null,
  state text default 'open'::text not null,
  credited_micros bigint default 0 not null,
  owed_micros bigint default 0 not null,
  reference text,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  discount_id uuid,
  full_amount_micros bigint,
  subscription_id uuid,
  invoice text,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_amount_micros_check CHECK (amount_micros > 0),
  constraint payments_credit_micros_check CHECK (credit_micros >= 0),
  constraint payments_credited_micros_check CHECK (credited_micros >= 0),
  constraint payments_full_amount_check CHECK (full_amount_micros IS NULL OR full_amount_micros >= amount_micros AND discount_id IS NOT NULL),
  constraint payments_owed_micros_check CHECK (owed_micros >= 0),
  constraint payments_state_check CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'failed'::text, 'wrong'::text, 'refunded'::text, 'disputed'::text]))
);

create table plan_prices (
  provider text not null,
  reference text not null,
  version_id uuid not null,
  constraint plan_prices_pkey PRIMARY KEY (provider, reference)
);

create table plan_versions (
  id uuid not null,
  plan_id uuid not null,
  version integer not null,
  description text default ''::text not null,
  price_micros bigint not null,
  currency text not null,
  credit_micros bigint not null,
  groups text[] default '{}'::text[] not null,
  max_open integer,
  created_at timestamp with time zone default now() not null,
  constraint plan_versions_pkey PRIMARY KEY (id),
  constraint plan_versions_plan_id_version_key UNIQUE (plan_id, version),
  constraint plan_versions_credit_micros_check CHECK (credit_micros > 0),
  constraint plan_versions_max_open_check CHECK (max_open > 0),
  constraint plan_versions_price_micros_check CHECK (price_micros > 0),
  constraint plan_versions_version_check CHECK (version > 0)
);

create table plans (
  id uuid not null,
  name text not null,
  created_at timestamp with time zone default now() not null,
  retired_at timestamp with time zone,
  constraint plans_pkey PRIMARY KEY (id)
);

create table prices (
  model text not null,
  version integer not null,
  effective_at timestamp with time zone not null,
  price jsonb not null,
  note text default ''::text not null,
  created_at timestamp with time zone default now() not null,
  withdrawn_at timestamp with time zone,
  constraint prices_pkey PRIMARY KEY (model, version),
  constraint prices_version_check CHECK (version > 0)
);

create table receipt_numbers (
  kind text not null,
  year integer not null,
  last integer not null,
  constraint receipt_numbers_pkey PRIMARY KEY (kind, year)
);

create table receipts (
  number text not null,
  kind text not null,
  payment_id uuid not null,
  account_id uuid not null,
  corrects text,
  currency text not null,
  amount_micros bigint not null,
  tax_micros bigint not null,
  tax_name text,
  tax_percent_micros bigint,
  seller jsonb not null,
  buyer jsonb not null,
  issued_at timestamp with time zone default clock_timestamp() not null,
  plan text,
  constraint receipts_pkey PRIMARY KEY (number),
  constraint receipts_amount_micros_check CHECK (amount_micros > 0),
  constraint receipts_check CHECK ((tax_name IS NULL) = (tax_percent_micros IS NULL)),
  constraint receipts_check1 CHECK (kind = 'receipt'::text OR corrects IS NOT NULL),
  constraint receipts_kind_check CHECK (kind = ANY (ARRAY['receipt'::text, 'credit_note'::text])),
  constraint receipts_tax_micros_check CHECK (tax_micros >= 0)
);

create table reconciliations (
  id bigint generated always as identity not null,
  at timestamp with time zone default now() not null,
  problems integer not null,
  says text,
  constraint reconciliations_pkey PRIMARY KEY (id),
  constraint reconciliations_check CHECK ((problems = 0) = (says IS NULL))
);

create table referrals (
  account_id uuid not null,
  referrer_id uuid not null,
  created_at timestamp with time zone default now() not null,
  payment_id uuid,
  credit_micros bigint default 0 not null,
  account_credited_micros bigint default 0 not null,
  referrer_credited_micros bigint default 0 not null,
  constraint referrals_pkey PRIMARY KEY (account_id),
  constraint referrals_account_credited_micros_check CHECK (account_credited_micros >= 0),
  constraint referrals_check CHECK (account_id <> referrer_id),
  constraint referrals_credit_micros_check CHECK (credit_micros >= 0),
  constraint referrals_referrer_credited_micros_check CHECK (referrer_credited_micros >= 0)
);

create table routes (
  model text not null,
  engine text not null,
  upstream text,
  priority smallint default 0 not null,
  weight smallint default 1 not null,
  tiers text[],
  timeout_seconds integer,
  cost_unit text,
  cost_micros bigint,
  parameters jsonb default '{}'::jsonb not null,
  enabled boolean default true not null,
  source text default 'card'::text not null,
  constraint routes_pkey PRIMARY KEY (model, engine),
  constraint routes_check CHECK ((cost_unit IS NULL) = (cost_micros IS NULL)),
  constraint routes_cost_micros_check CHECK (cost_micros >= 0),
  constraint routes_cost_unit_check CHECK (cost_unit = ANY (ARRAY['image'::text, 'clip'::text, 'second'::text])),
  constraint routes_priority_check CHECK (priority >= 0 AND priority <= 99),
  constraint routes_source_check CHECK (source = ANY (ARRAY['card'::text, 'operator'::text, 'file'::text])),
  constraint routes_timeout_seconds_check CHECK (timeout_seconds > 0),
  constraint routes_weight_check CHECK (weight >= 1 AND weight <= 100)
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  secret_hash bytea not null,
  address text not null,
  user_agent text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_secret_hash_key UNIQUE (secret_hash)
);

create table sign_in_failures (
  source text not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  constraint sign_in_failures_pkey PRIMARY KEY (source)
);

create table site (
  id boolean default true not null,
  name text,
  contact text,
  announcement text,
  terms text,
  privacy text,
  changed_at timestamp with time zone default now() not null,
  logo bytea,
  accent_light text,
  accent_dark text,
  constraint site_pkey PRIMARY KEY (id),
  constraint site_accent_dark_form CHECK (accent_dark ~ '^#[0-9a-f]{6}$'::text),
  constraint site_accent_light_form CHECK (accent_light ~ '^#[0-9a-f]{6}$'::text),
  constraint site_logo_size CHECK (octet_length(logo) <= 1000000),
  constraint site_one_row CHECK (id)
);

create table subscription_events (
  provider text not null,
  id text not null,
  subscription_id uuid,
  fact jsonb not null,
  received_at timestamp with time zone default now() not null,
  constraint subscription_events_pkey PRIMARY KEY (provider, id)
);

create table subscriptions (
  id uuid not null,
  account_id uuid not null,
  user_id uuid,
  provider text not null,
  version_id uuid not null,
  next_version_id uuid,
  state text default 'open'::text not null,
  is_cancelled boolean default false not null,
  anchor_at timestamp with time zone default now() not null,
  periods integer default 0 not null,
  max_periods integer,
  period_starts_at timestamp with time zone,
  period_ends_at timestamp with time zone,
  rights_until timestamp with time zone,
  reference text,
  customer text,
  checkout text,
  pay_url text,
  created_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_max_periods_check CHECK (max_periods > 0),
  constraint subscriptions_state_check CHECK (state = ANY (ARRAY['open'::text, 'active'::text, 'past_due'::text, 'ended'::text]))
);

create table task_changes (
  xid xid8 default pg_current_xact_id() not null,
  public_id text not null,
  hooked boolean default false not null,
  slot smallint default (EXTRACT(epoch FROM clock_timestamp())::bigint / 600 % 3::bigint)::smallint not null
) partition by LIST (slot);
create table task_changes_0 partition of task_changes FOR VALUES IN ('0');
create table task_changes_1 partition of task_changes FOR VALUES IN ('1');
create table task_changes_2 partition of task_changes FOR VALUES IN ('2');

create table task_phases (
  task_id uuid not null,
  phase text not null,
  attempt integer not null,
  at timestamp with time zone not null
);

create table task_prompts (
  task_id uuid not null,
  words tsvector not null,
  constraint task_prompts_pkey PRIMARY KEY (task_id)
);

create table task_queue (
  task_id uuid not null,
  public_id text not null,
  account_id uuid not null,
  model text not null,
  engine text,
  tier_rank smallint not null,
  turn bigint not null,
  due_at timestamp with time zone default now() not null,
  attempt integer default 0 not null,
  tries integer default 0 not null,
  lost_attempts smallint default 0 not null,
  started_at timestamp with time zone,
  deadline_at timestamp with time zone,
  has_hook boolean default false not null,
  change bigint default nextval('task_change'::regclass) not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  avoid text[],
  start_by timestamp with time zone,
  constraint task_queue_pkey PRIMARY KEY (task_id),
  constraint task_queue_tier_rank_check CHECK (tier_rank >= 1 AND tier_rank <= 3)
);

create table task_runs (
  task_id uuid not null,
  public_id text not null,
  account_id uuid not null,
  model text not null,
  tier_rank smallint not null,
  turn bigint not null,
  engine text not null,
  phase text not null,
  lease_owner text,
  lease_until timestamp with time zone,
  due_at timestamp with time zone default now() not null,
  attempt integer not null,
  tries integer not null,
  lost_attempts smallint not null,
  started_at timestamp with time zone,
  deadline_at timestamp with time zone,
  has_hook boolean not null,
  cancel_requested boolean default false not null,
  start_key text,
  operation jsonb,
  progress smallint default 0 not null,
  media jsonb,
  recipe jsonb,
  texts jsonb,
  change bigint default nextval('task_change'::regclass) not null,
  changed_at timestamp with time zone default clock_timestamp() not null,
  avoid text[],
  routing jsonb,
  cost_micros bigint,
  reserved_micros bigint,
  reserved_on date,
  cannot_cancel boolean default false not null,
  start_by timestamp with time zone,
  constraint task_runs_pkey PRIMARY KEY (task_id),
  constraint task_runs_check CHECK ((phase = 'queued'::text) = (start_key IS NULL)),
  constraint task_runs_phase_check CHECK (phase = ANY (ARRAY['queued'::text, 'starting'::text, 'running'::text, 'saving'::text])),
  constraint task_runs_progress_check CHECK (progress >= 0 AND progress <= 100)
) with (fillfactor=25, autovacuum_vacuum_scale_factor=0.05, autovacuum_vacuum_cost_limit=1000);

create table tasks (
  id uuid not null,
  public_id text not null,
  interface text not null,
  account_id uuid not null,
  token_id uuid not null,
  model text not null,
  engine text,
  job jsonb not null,
  wire jsonb not null,
  parent_id uuid,
  idempotency_key text,
  request_hash text not null,
  once_key text,
  tier text not null,
  phase text not null,
  attempt integer default 0 not null,
  tries integer default 0 not null,
  recipe jsonb,
  progress smallint default 0 not null,
  error_code text,
  error_details jsonb,
  price_unit text not null,
  price_quantity integer not null,
  unit_price_micros bigint not null,
  amount_micros bigint not null,
  price_version text not null,
  charged_micros bigint,
  created_at timestamp with time zone default now() not null,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  expires_at timestamp with time zone,
  files_deleted_at timestamp with time zone,
  follows_id uuid,
  button text,
  modal_hash text,
  bookmarked_at timestamp with time zone,
  texts jsonb,
  modal_until timestamp with time zone,
  deleted_at timestamp with time zone,
  change bigint default 0 not null,
  changed_at timestamp with time zone default now() not null,
  held_on date default (now() AT TIME ZONE day_zone())::date,
  priced jsonb,
  action text default 'VIDEO'::text not null,
  kept_until timestamp with time zone,
  user_id uuid,
  ordered_at timestamp with time zone,
  kept_bytes bigint,
  prompt text default ''::text not null,
  routing jsonb,
  cost_micros bigint,
  traceparent text,
  tracestate text,
  reopened smallint default 0 not null,
  remote_job text,
  may_cost boolean default false not null,
  via text,
  end_user text,
  keep_seconds integer,
  client text,
  constraint tasks_pkey PRIMARY KEY (id),
  constraint tasks_public_id_key UNIQUE (public_id),
  constraint tasks_check CHECK (amount_micros = (unit_price_micros * price_quantity)),
  constraint tasks_check1 CHECK (charged_micros >= 0 AND charged_micros <= amount_micros),
  constraint tasks_check2 CHECK ((phase = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text])) = (finished_at IS NOT NULL)),
  constraint tasks_check3 CHECK ((charged_micros IS NOT NULL) = (finished_at IS NOT NULL)),
  constraint tasks_check4 CHECK (charged_micros IS NULL OR charged_micros = 0 OR phase = 'succeeded'::text),
  constraint tasks_check5 CHECK ((error_code IS NOT NULL) = (phase = ANY (ARRAY['failed'::text, 'cancelled'::text]))),
  constraint tasks_client CHECK (length(client) <= 64),
  constraint tasks_end_user CHECK (length(end_user) <= 512),
  constraint tasks_interface_check CHECK (interface = ANY (ARRAY['image'::text, 'video'::text])),
  constraint tasks_keep CHECK (keep_seconds > 0),
  constraint tasks_modal CHECK (phase <> 'waiting'::text OR modal_until IS NOT NULL AND amount_micros = 0),
  constraint tasks_phase_check CHECK (phase = ANY (ARRAY['waiting'::text, 'open'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text])),
  constraint tasks_price_quantity_check CHECK (price_quantity > 0),
  constraint tasks_price_unit_check CHECK (price_unit = ANY (ARRAY['clip'::text, 'second'::text, 'image'::text])),
  constraint tasks_progress_check CHECK (progress >= 0 AND progress <= 100),
  constraint tasks_tier_check CHECK (tier = ANY (ARRAY['relax'::text, 'fast'::text, 'turbo'::text])),
  constraint tasks_trace CHECK (length(traceparent) = 55 AND (tracestate IS NULL OR length(tracestate) <= 512)),
  constraint tasks_unit_price_micros_check CHECK (unit_price_micros >= 0),
  constraint tasks_via CHECK (length(via) <= 512)
);

create table tokens (
  id uuid not null,
  account_id uuid not null,
  group_name text not null,
  name text not null,
  key_hash bytea not null,
  key_prefix text not null,
  created_at timestamp with time zone default now() not null,
  last_used_at timestamp with time zone,
  revoked_at timestamp with time zone,
  default_tier text,
  user_id uuid,
  expires_at timestamp with time zone,
  models text[],
  addresses cidr[],
  cap_total_micros bigint,
  cap_day_micros bigint,
  cap_month_micros bigint,
  max_open integer,
  max_per_minute integer,
  held_micros bigint default 0 not null,
  spent_micros bigint default 0 not null,
  day date default '1970-01-01'::date not null,
  day_micros bigint default 0 not null,
  month_micros bigint default 0 not null,
  open_tasks integer default 0 not null,
  minute timestamp with time zone default '1970-01-01 00:00:00+00'::timestamp with time zone not null,
  minute_tasks integer default 0 not null,
  previous_hash bytea,
  previous_until timestamp with time zone,
  scope text default 'own'::text not null,
  cap_end_user_micros bigint,
  ask_above_micros bigint,
  client_id text,
  client_name text,
  key_until timestamp with time zone,
  audience text,
  also_group text,
  constraint tokens_pkey PRIMARY KEY (id) with (deduplicate_items=off),
  constraint tokens_key_hash_key UNIQUE (key_hash),
  constraint tokens_previous_hash_key UNIQUE (previous_hash),
  constraint tokens_ask_above CHECK (ask_above_micros >= 0),
  constraint tokens_audience_check CHECK (audience = 'mcp'::text),
  constraint tokens_cap_day_micros_check CHECK (cap_day_micros >= 0),
  constraint tokens_cap_end_user_micros_check CHECK (cap_end_user_micros >= 0),
  constraint tokens_cap_month_micros_check CHECK (cap_month_micros >= 0),
  constraint tokens_cap_total_micros_check CHECK (cap_total_micros >= 0),
  constraint tokens_day_micros_check CHECK (day_micros >= 0),
  constraint tokens_default_tier_check CHECK (default_tier = ANY (ARRAY['relax'::text, 'fast'::text, 'turbo'::text])),
  constraint tokens_held_micros_check CHECK (held_micros >= 0),
  constraint tokens_max_open_check CHECK (max_open > 0),
  constraint tokens_max_per_minute_check CHECK (max_per_minute > 0),
  constraint tokens_month_micros_check CHECK (month_micros >= 0),
  constraint tokens_open_tasks_check CHECK (open_tasks >= 0),
  constraint tokens_scope_check CHECK (scope = ANY (ARRAY['own'::text, 'account'::text])),
  constraint tokens_spent_micros_check CHECK (spent_micros >= 0)
) with (fillfactor=10);

create table unfetched_results (
  task_id uuid not null,
  engine text not null,
  start_key text not null,
  operation jsonb not null,
  kept_at timestamp with time zone default now() not null,
  constraint unfetched_results_pkey PRIMARY KEY (task_id)
);

create table uploads (
  key text not null,
  account_id uuid not null,
  storage_key text not null,
  content_type text not null,
  size_bytes bigint not null,
  width integer not null,
  height integer not null,
  sha256 text not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone not null,
  files_deleted_at timestamp with time zone,
  constraint uploads_pkey PRIMARY KEY (key),
  constraint uploads_storage_key_key UNIQUE (storage_key)
);

create table users (
  id uuid not null,
  account_id uuid not null,
  email text not null,
  name text not null,
  role text not null,
  password text,
  created_at timestamp with time zone default now() not null,
  last_sign_in_at timestamp with time zone,
  disabled_at timestamp with time zone,
  language text default 'en'::text not null,
  terms_accepted_at timestamp with time zone,
  cap_month_micros bigint,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key UNIQUE (email),
  constraint users_cap_month_check CHECK (cap_month_micros >= 0),
  constraint users_email_check CHECK (email = lower(email)),
  constraint users_language_check CHECK (language = ANY (ARRAY['en'::text, 'zh'::text])),
  constraint users_role_check CHECK (role = ANY (ARRAY['operator'::text, 'owner'::text, 'member'::text]))
);

create table version_models (
  group_name text not null,
  version text not null,
  model text not null,
  constraint version_models_pkey PRIMARY KEY (group_name, version)
);

create table volume_discounts (
  account_id uuid,
  from_micros bigint not null,
  percent_micros bigint not null,
  constraint volume_discounts_from_check CHECK (from_micros > 0),
  constraint volume_discounts_percent_check CHECK (percent_micros > 0 AND percent_micros <= 100000000)
);

create table volume_progress (
  id boolean default true not null,
  month date not null,
  all_after uuid,
  done_entry bigint not null,
  seen_entry bigint not null,
  seen_writers text[],
  constraint volume_progress_pkey PRIMARY KEY (id),
  constraint volume_progress_id_check CHECK (id)
);

create table waiting_processes (
  id uuid not null,
  alive_until timestamp with time zone not null,
  constraint waiting_processes_pkey PRIMARY KEY (id)
);

create table workflows (
  family text not null,
  primitive text not null,
  graph jsonb not null,
  slots jsonb default '[]'::jsonb not null,
  sizes jsonb default '{}'::jsonb not null,
  timing jsonb,
  changed_at timestamp with time zone default now() not null,
  constraint workflows_pkey PRIMARY KEY (family, primitive),
  constraint workflows_family_check CHECK (family ~ '^[a-z0-9][a-z0-9.-]{0,63}$'::text),
  constraint workflows_graph_check CHECK (octet_length(graph::text) <= 2097152),
  constraint workflows_slots_check CHECK (jsonb_typeof(slots) = 'array'::text)
);

alter table account_banned_words add constraint account_banned_words_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;
alter table audit add constraint audit_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table audit add constraint audit_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table awaited_requests add constraint awaited_requests_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id) ON DELETE CASCADE;
alter table billing_details add constraint billing_details_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table challenges add constraint challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table codes add constraint codes_redeemed_by_fkey FOREIGN KEY (redeemed_by) REFERENCES accounts(id);
alter table collection_tasks add constraint collection_tasks_collection_id_fkey FOREIGN KEY (collection_id) REFERENCES collections(id) ON DELETE CASCADE;
alter table collection_tasks add constraint collection_tasks_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id);
alter table collections add constraint collections_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table collections add constraint collections_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table credit_grants add constraint credit_grants_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table credit_grants add constraint credit_grants_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table credit_withdrawals add constraint credit_withdrawals_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES ledger_entries(id);
alter table credit_withdrawals add constraint credit_withdrawals_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES credit_grants(id);
alter table discount_uses add constraint discount_uses_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table discount_uses add constraint discount_uses_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id);
alter table discount_uses add constraint discount_uses_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table engine_secrets add constraint engine_secrets_engine_fkey FOREIGN KEY (engine) REFERENCES engines(name) ON DELETE CASCADE;
alter table engine_workers add constraint engine_workers_engine_fkey FOREIGN KEY (engine) REFERENCES engines(name) ON DELETE CASCADE;
alter table group_accounts add constraint group_accounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table group_accounts add constraint group_accounts_group_name_fkey FOREIGN KEY (group_name) REFERENCES groups(name) ON DELETE CASCADE;
alter table hook_attempts add constraint hook_attempts_hook_id_fkey FOREIGN KEY (hook_id) REFERENCES hooks(id) ON DELETE CASCADE;
alter table hook_failures add constraint hook_failures_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table hooks add constraint hooks_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table hooks add constraint hooks_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id);
alter table identities add constraint identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table invitations add constraint invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table invitations add constraint invitations_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id);
alter table invitations add constraint invitations_used_by_fkey FOREIGN KEY (used_by) REFERENCES users(id);
alter table invitations add constraint invitations_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table ledger_entries add constraint ledger_entries_code_id_fkey FOREIGN KEY (code_id) REFERENCES codes(id);
alter table ledger_entries add constraint ledger_entries_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table oauth_codes add constraint oauth_codes_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id);
alter table oauth_codes add constraint oauth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table oauth_grants add constraint oauth_grants_token_id_fkey FOREIGN KEY (token_id) REFERENCES tokens(id);
alter table outputs add constraint outputs_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id);
alter table passkeys add constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table payment_events add constraint payment_events_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table payments add constraint payments_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table payments add constraint payments_discount_id_fkey FOREIGN KEY (discount_id) REFERENCES discounts(id);
alter table payments add constraint payments_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table plan_prices add constraint plan_prices_version_id_fkey FOREIGN KEY (version_id) REFERENCES plan_versions(id);
alter table plan_versions add constraint plan_versions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES plans(id);
alter table receipts add constraint receipts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table receipts add constraint receipts_corrects_fkey FOREIGN KEY (corrects) REFERENCES receipts(number);
alter table receipts add constraint receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table referrals add constraint referrals_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table referrals add constraint referrals_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id);
alter table referrals add constraint referrals_referrer_id_fkey FOREIGN KEY (referrer_id) REFERENCES accounts(id);
alter table sessions add constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
alter table subscription_events add constraint subscription_events_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES subscriptions(id);
alter table subscriptions add constraint subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table subscriptions add constraint subscriptions_next_version_id_fkey FOREIGN KEY (next_version_id) REFERENCES plan_versions(id);
alter table subscriptions add constraint subscriptions_version_id_fkey FOREIGN KEY (version_id) REFERENCES plan_versions(id);
alter table tasks add constraint tasks_follows_id_fkey FOREIGN KEY (follows_id) REFERENCES tasks(id);
alter table tasks add constraint tasks_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES tasks(id);
alter table tasks add constraint tasks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table tokens add constraint tokens_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table tokens add constraint tokens_also_group_fkey FOREIGN KEY (also_group) REFERENCES groups(name);
alter table tokens add constraint tokens_group_name_fkey FOREIGN KEY (group_name) REFERENCES groups(name);
alter table tokens add constraint tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
alter table unfetched_results add constraint unfetched_results_task_id_fkey FOREIGN KEY (task_id) REFERENCES tasks(id) ON DELETE CASCADE;
alter table uploads add constraint uploads_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table users add constraint users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id);
alter table volume_discounts add constraint volume_discounts_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX accounts_name ON accounts USING btree (lower(name));
CREATE INDEX accounts_odd_names ON accounts USING btree (id) WHERE name ~ '[^ -~]'::text;
CREATE UNIQUE INDEX accounts_referral_code ON accounts USING btree (substr(encode(sha256(uuid_send(id)), 'hex'::text), 1, 12));
CREATE INDEX accounts_with_volume_factor ON accounts USING btree (id) WHERE volume_factor_micros <> 1000000;
CREATE INDEX audit_by_account ON audit USING btree (account_id, id);
CREATE INDEX audit_by_object ON audit USING btree (object, id);
CREATE INDEX awaited_requests_by_hash ON awaited_requests USING btree (token_id, request_hash, changed_at);
CREATE INDEX awaited_requests_by_key ON awaited_requests USING btree (task_key) WHERE task_key IS NOT NULL;
CREATE INDEX awaited_requests_cancelled ON awaited_requests USING btree (cancel_at) WHERE cancel_at IS NOT NULL;
CREATE INDEX collection_tasks_added ON collection_tasks USING btree (collection_id, added_at);
CREATE INDEX collection_tasks_of_task ON collection_tasks USING btree (task_id);
CREATE UNIQUE INDEX collections_name ON collections USING btree (account_id, lower(name));
CREATE INDEX credit_grants_by_account ON credit_grants USING btree (account_id, created_at);
CREATE INDEX credit_grants_open ON credit_grants USING btree (expires_at) WHERE ended_at IS NULL;
CREATE UNIQUE INDEX credit_grants_source ON credit_grants USING btree (subscription_id, source) WHERE subscription_id IS NOT NULL;
CREATE INDEX credit_withdrawals_by_grant ON credit_withdrawals USING btree (grant_id);
CREATE INDEX discount_uses_by_discount ON discount_uses USING btree (discount_id, account_id);
CREATE UNIQUE INDEX discounts_code ON discounts USING btree (lower(code));
CREATE INDEX engine_trials_open ON engine_trials USING btree (engine, asked_at) WHERE taken_at IS NULL;
CREATE INDEX hook_attempts_of_hook ON hook_attempts USING btree (hook_id, id);
CREATE INDEX hooks_by_account ON hooks USING btree (account_id, created_at, id);
CREATE INDEX hooks_kept ON hooks USING btree (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX hooks_listed ON hooks USING btree (created_at, id);
CREATE INDEX hooks_open ON hooks USING btree (due_at) WHERE ended_at IS NULL;
CREATE INDEX ledger_entries_by_account ON ledger_entries USING btree (account_id, id);
CREATE INDEX ledger_entries_by_day ON ledger_entries USING btree (account_id, created_at);
CREATE UNIQUE INDEX ledger_entries_code ON ledger_entries USING btree (code_id) WHERE code_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entries_of_task ON ledger_entries USING btree (task_id, kind, round) WHERE task_id IS NOT NULL;
CREATE UNIQUE INDEX ledger_entries_opening ON ledger_entries USING btree (account_id) WHERE kind = 'opening'::text;
CREATE INDEX ledger_entries_refunds ON ledger_entries USING btree (created_at) WHERE kind = 'refund'::text;
CREATE INDEX mail_requests_by_source ON mail_requests USING btree (source, asked_at);
CREATE INDEX mail_requests_by_time ON mail_requests USING btree (asked_at);
CREATE INDEX mails_by_recipient ON mails USING btree (recipient, created_at DESC);
CREATE INDEX mails_by_time ON mails USING btree (created_at DESC);
CREATE INDEX mails_due ON mails USING btree (due_at) WHERE state = 'queued'::text;
CREATE INDEX mails_sending ON mails USING btree (changed_at) WHERE state = 'sending'::text;
CREATE INDEX model_aliases_of ON model_aliases USING btree (model);
CREATE INDEX oauth_clients_created ON oauth_clients USING btree (created_at);
CREATE INDEX oauth_codes_expiry ON oauth_codes USING btree (expires_at);
CREATE INDEX passkeys_by_user ON passkeys USING btree (user_id);
CREATE INDEX payment_events_by_payment ON payment_events USING btree (payment_id);
CREATE INDEX payment_events_by_reference ON payment_events USING btree (provider, reference) WHERE payment_id IS NULL;
CREATE INDEX payments_by_account ON payments USING btree (account_id, created_at DESC);
CREATE INDEX payments_by_discount ON payments USING btree (discount_id) WHERE discount_id IS NOT NULL;
CREATE UNIQUE INDEX payments_by_invoice ON payments USING btree (provider, invoice) WHERE invoice IS NOT NULL;
CREATE UNIQUE INDEX payments_by_reference ON payments USING btree (provider, reference);
CREATE INDEX payments_by_time ON payments USING btree (created_at DESC);
CREATE UNIQUE INDEX plans_name ON plans USING btree (lower(name));
CREATE INDEX receipts_by_account ON receipts USING btree (account_id, issued_at DESC);
CREATE INDEX receipts_by_payment ON receipts USING btree (payment_id);
CREATE INDEX receipts_by_time ON receipts USING btree (issued_at DESC);
CREATE UNIQUE INDEX receipts_first ON receipts USING btree (payment_id) WHERE corrects IS NULL;
CREATE INDEX referrals_by_referrer ON referrals USING btree (referrer_id);
CREATE INDEX routes_by_engine ON routes USING btree (engine);
CREATE INDEX sessions_by_user ON sessions USING btree (user_id);
CREATE INDEX subscription_events_of ON subscription_events USING btree (subscription_id);
CREATE INDEX subscriptions_by_account ON subscriptions USING btree (account_id, created_at DESC);
CREATE UNIQUE INDEX subscriptions_by_reference ON subscriptions USING btree (provider, reference);
CREATE INDEX subscriptions_by_time ON subscriptions USING btree (created_at DESC);
CREATE INDEX subscriptions_due ON subscriptions USING btree (period_ends_at) WHERE provider = 'hand'::text AND state = 'active'::text;
CREATE INDEX subscriptions_with_rights ON subscriptions USING btree (rights_until) WHERE rights_until IS NOT NULL;
CREATE INDEX task_changes_xid ON task_changes USING btree (xid);
CREATE INDEX task_phases_of_task ON task_phases USING btree (task_id);
CREATE INDEX task_prompts_words ON task_prompts USING gin (words);
CREATE INDEX task_queue_by_account ON task_queue USING btree (account_id);
CREATE INDEX task_queue_by_turn ON task_queue USING btree (model, tier_rank, turn);
CREATE INDEX task_queue_returned ON task_queue USING btree (model, due_at) WHERE attempt > 0;
CREATE INDEX task_queue_start_by ON task_queue USING btree (start_by) WHERE start_by IS NOT NULL;
CREATE INDEX task_runs_by_account ON task_runs USING btree (account_id);
CREATE INDEX task_runs_by_engine ON task_runs USING btree (engine);
CREATE INDEX tasks_by_end_user ON tasks USING btree (token_id, end_user, held_on) INCLUDE (amount_micros, charged_micros) WHERE end_user IS NOT NULL;
CREATE INDEX tasks_by_token ON tasks USING btree (token_id, created_at);
CREATE INDEX tasks_by_user ON tasks USING btree (user_id, interface, created_at, public_id) WHERE user_id IS NOT NULL;
CREATE INDEX tasks_changed ON tasks USING btree (account_id, change) WHERE phase <> 'open'::text;
CREATE INDEX tasks_children ON tasks USING btree (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX tasks_deleted_late ON tasks USING btree (deleted_at) WHERE deleted_at > files_deleted_at;
CREATE INDEX tasks_ended ON tasks USING btree (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX tasks_followed ON tasks USING btree (follows_id) WHERE follows_id IS NOT NULL;
CREATE UNIQUE INDEX tasks_idempotency ON tasks USING btree (account_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX tasks_idempotency_age ON tasks USING btree (created_at) WHERE idempotency_key IS NOT NULL;
CREATE INDEX tasks_kept ON tasks USING btree (expires_at) WHERE expires_at IS NOT NULL AND files_deleted_at IS NULL;
CREATE INDEX tasks_kept_longer ON tasks USING btree (account_id) WHERE kept_bytes IS NOT NULL;
CREATE INDEX tasks_listed_by_time ON tasks USING btree (account_id, interface, created_at, public_id);
CREATE UNIQUE INDEX tasks_once ON tasks USING btree (account_id, once_key) WHERE once_key IS NOT NULL;
CREATE INDEX tasks_paid_for_nothing ON tasks USING btree (finished_at) WHERE (cost_micros > 0 OR cost_micros IS NULL AND may_cost) AND (phase = ANY (ARRAY['failed'::text, 'cancelled'::text]));
CREATE INDEX tasks_shown ON tasks USING btree (account_id, id) INCLUDE (token_id, interface, model, tier, phase, action, amount_micros, charged_micros, bookmarked_at, created_at, user_id) WHERE deleted_at IS NULL;
CREATE INDEX tasks_starred_files ON tasks USING btree (account_id, bookmarked_at, id) WHERE bookmarked_at IS NOT NULL AND kept_bytes IS NULL AND deleted_at IS NULL AND files_deleted_at IS NULL;
CREATE INDEX tasks_waiting ON tasks USING btree (account_id, modal_until) WHERE phase = 'waiting'::text;
CREATE INDEX tokens_by_account ON tokens USING btree (account_id);
CREATE INDEX tokens_by_prefix ON tokens USING btree (key_prefix);
CREATE INDEX tokens_by_user ON tokens USING btree (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX uploads_by_account ON uploads USING btree (account_id) WHERE files_deleted_at IS NULL;
CREATE INDEX uploads_kept ON uploads USING btree (expires_at) WHERE files_deleted_at IS NULL;
CREATE INDEX users_by_account ON users USING btree (account_id);
CREATE INDEX users_by_mailbox ON users USING btree ((
CASE
    WHEN split_part(email, '@'::text, 2) = ANY (ARRAY['gmail.com'::text, 'googlemail.com'::text]) THEN replace(split_part(split_part(email, '@'::text, 1), '+'::text, 1), '.'::text, ''::text) || '@gmail.com'::text
    ELSE (split_part(split_part(email, '@'::text, 1), '+'::text, 1) || '@'::text) || split_part(email, '@'::text, 2)
END));
CREATE UNIQUE INDEX volume_discounts_of_account ON volume_discounts USING btree (account_id, from_micros) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX volume_discounts_of_all ON volume_discounts USING btree (from_micros) WHERE account_id IS NULL;

create view task_states as
 SELECT tasks.id,
    tasks.public_id,
    tasks.interface,
    tasks.account_id,
    tasks.token_id,
    tasks.user_id,
    tasks.model,
    tasks.tier,
    tasks.job,
    tasks.action,
    tasks.prompt,
    tasks.wire,
    tasks.parent_id,
    tasks.follows_id,
    tasks.button,
    tasks.modal_hash,
    tasks.modal_until,
    tasks.bookmarked_at,
    tasks.error_code,
    tasks.error_details,
    tasks.price_unit,
    tasks.price_quantity,
    tasks.unit_price_micros,
    tasks.amount_micros,
    tasks.charged_micros,
    tasks.price_version,
    tasks.held_on,
    tasks.created_at,
    tasks.ordered_at,
    tasks.finished_at,
    tasks.expires_at,
    tasks.deleted_at,
    tasks.texts,
    tasks.phase AS stored_phase,
        CASE tasks.phase
            WHEN 'open'::text THEN COALESCE(run.phase, 'queued'::text)
            ELSE tasks.phase
        END AS phase,
    COALESCE(run.progress, tasks.progress) AS progress,
    COALESCE(run.started_at, queued.started_at, tasks.started_at) AS started_at,
    COALESCE(run.engine, tasks.engine, ( SELECT min(routes.engine) AS min
           FROM routes
          WHERE routes.model = tasks.model)) AS engine,
    COALESCE(run.attempt, queued.attempt, tasks.attempt) AS attempt,
    COALESCE(run.tries, queued.tries, tasks.tries) AS tries,
    GREATEST(tasks.change, run.change, queued.change) AS change,
    queued.tier_rank,
    queued.turn,
    tasks.end_user,
    tasks.client
   FROM tasks
     LEFT JOIN task_queue queued ON queued.task_id = tasks.id
     LEFT JOIN task_runs run ON run.task_id = tasks.id;

CREATE TRIGGER accounts_keep_booked AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION keep_booked();
CREATE TRIGGER audit_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER engine_secrets_raise AFTER INSERT OR DELETE OR UPDATE ON engine_secrets FOR EACH ROW EXECUTE FUNCTION raise_config_generation();
CREATE TRIGGER engines_raise_added AFTER INSERT ON engines FOR EACH ROW WHEN (new.kind IS NOT NULL) EXECUTE FUNCTION raise_config_generation();
CREATE TRIGGER engines_raise_changed AFTER UPDATE ON engines FOR EACH ROW WHEN (old.kind IS DISTINCT FROM new.kind OR old.url IS DISTINCT FROM new.url OR old.settings IS DISTINCT FROM new.settings OR old.slots IS DISTINCT FROM new.slots OR old.hours IS DISTINCT FROM new.hours OR old.starts_per_minute IS DISTINCT FROM new.starts_per_minute OR old.day_budget_micros IS DISTINCT FROM new.day_budget_micros OR old.month_budget_micros IS DISTINCT FROM new.month_budget_micros OR old.source IS DISTINCT FROM new.source OR old.removed_at IS DISTINCT FROM new.removed_at OR old.drained_at IS DISTINCT FROM new.drained_at) EXECUTE FUNCTION raise_config_generation();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER model_aliases_raise AFTER INSERT OR DELETE OR UPDATE ON model_aliases FOR EACH ROW EXECUTE FUNCTION raise_config_generation();
CREATE TRIGGER model_cards_raise AFTER INSERT OR DELETE OR UPDATE ON model_cards FOR EACH ROW EXECUTE FUNCTION raise_config_generation();
CREATE TRIGGER routes_raise AFTER INSERT OR DELETE OR UPDATE ON routes FOR EACH ROW EXECUTE FUNCTION raise_config_generation();
CREATE TRIGGER sessions_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_session();
CREATE TRIGGER task_queue_announce AFTER INSERT ON task_queue REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION announce_queued_tasks();
CREATE TRIGGER task_runs_announce_insert AFTER INSERT ON task_runs REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION announce_new_runs();
CREATE TRIGGER task_runs_announce_update AFTER UPDATE ON task_runs REFERENCING OLD TABLE AS before NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION announce_updated_runs();
CREATE TRIGGER task_runs_number_change BEFORE UPDATE OF phase, progress ON task_runs FOR EACH ROW EXECUTE FUNCTION number_change();
CREATE TRIGGER task_runs_settle_reservation AFTER DELETE ON task_runs FOR EACH ROW WHEN (old.reserved_micros IS NOT NULL) EXECUTE FUNCTION settle_reservation();
CREATE TRIGGER tasks_announce_insert AFTER INSERT ON tasks REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION announce_inserted_tasks();
CREATE TRIGGER tasks_announce_update AFTER UPDATE ON tasks REFERENCING OLD TABLE AS before NEW TABLE AS updated FOR EACH STATEMENT EXECUTE FUNCTION announce_updated_tasks();
CREATE TRIGGER tasks_keep_booked AFTER DELETE ON tasks FOR EACH ROW EXECUTE FUNCTION keep_booked();
CREATE TRIGGER tasks_number_change BEFORE UPDATE OF phase, deleted_at, bookmarked_at, change ON tasks FOR EACH ROW EXECUTE FUNCTION number_change();
CREATE TRIGGER tasks_number_insert BEFORE INSERT ON tasks FOR EACH ROW WHEN (new.phase <> 'open'::text) EXECUTE FUNCTION number_change();
CREATE TRIGGER tokens_keep_booked AFTER DELETE ON tokens FOR EACH ROW EXECUTE FUNCTION keep_booked();
CREATE TRIGGER users_changed AFTER UPDATE OF role, account_id, disabled_at ON users FOR EACH ROW EXECUTE FUNCTION tell_session();
CREATE TRIGGER version_models_raise AFTER INSERT OR DELETE OR UPDATE ON version_models FOR EACH ROW EXECUTE FUNCTION raise_config_generation();
CREATE TRIGGER workflows_raise AFTER INSERT OR DELETE OR UPDATE ON workflows FOR EACH ROW EXECUTE FUNCTION raise_config_generation();

insert into calendar (id, time_zone) values (true, 'UTC');

insert into clock_watch (id, held_minutes) values (true, 0);

insert into config_generation (id, generation) values (true, 1);

insert into groups (kind, name, is_open, is_moderated, factor_micros, for_new_accounts, serves_any_model) values ('image', 'image', true, true, 1000000, false, false);
insert into groups (kind, name, is_open, is_moderated, factor_micros, for_new_accounts, serves_any_model) values ('video', 'video', true, true, 1000000, false, false);

insert into volume_progress (id, month, done_entry, seen_entry) values (true, '1970-01-01', 0, 0);
