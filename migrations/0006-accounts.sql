-- Who may do what, for how much: users, groups, limits of tokens, prices, the whole ledger, audit.

-- Who signs in. An account pays for what its users and their tokens make.
alter table accounts
  -- Nothing new is made on it; what is there can be read.
  add column suspended_at timestamptz;
create unique index accounts_name on accounts (lower(name));

create table users (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- As it is compared: lower case.
  email text not null unique check (email = lower(email)),
  name text not null,
  -- operator: runs this server; owner: everything of its account; member: its own tokens.
  role text not null check (role in ('operator', 'owner', 'member')),
  -- argon2id: salt and hash with their costs. Null: signs in without a password.
  password text,
  created_at timestamptz not null default now(),
  last_sign_in_at timestamptz,
  disabled_at timestamptz
);
create index users_by_account on users (account_id);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  secret_hash bytea not null unique,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_user on sessions (user_id);

-- A link that makes one user: the set-up link of the first start, and every invitation.
create table invitations (
  id uuid primary key,
  secret_hash bytea not null unique,
  account_id uuid not null references accounts,
  role text not null check (role in ('operator', 'owner', 'member')),
  email text check (email = lower(email)),
  -- It lets this user in again, with a new password.
  user_id uuid references users,
  -- It is worth nothing when this one may not invite any more. Null: the command line, or the first start.
  created_by uuid references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  used_by uuid references users,
  check ((used_at is null) = (used_by is null))
);

create table passkeys (
  -- The credential's own id, base64url.
  id text primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- Sign-ins by OpenID Connect: whom the provider calls what.
create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- What was begun with a passkey or a provider, and must come back with the same secret.
create table challenges (
  id uuid primary key,
  kind text not null check (kind in ('passkey_registration', 'passkey_sign_in', 'open_id')),
  user_id uuid references users on delete cascade,
  data jsonb not null,
  expires_at timestamptz not null
);

-- Failed sign-ins by address, and by address and e-mail: who guesses waits, and locks nobody else out.
create table sign_in_failures (
  source text primary key,
  failures integer not null,
  last_at timestamptz not null
);

-- Groups: the two built in have the models whose cards name them.
alter table groups
  add column factor_micros bigint not null default 1000000 check (factor_micros >= 0),
  -- Null: the models whose cards name this group.
  add column models text[],
  -- Every account may use it; else those in group_accounts.
  add column is_open boolean not null default true,
  -- Banned words count.
  add column is_moderated boolean not null default true;

create table group_accounts (
  group_name text not null references groups on delete cascade,
  account_id uuid not null references accounts,
  primary key (group_name, account_id)
);

-- Limits of tokens, and what counts against them. Days and months are those of UTC.
alter table tokens
  add column user_id uuid references users,
  add column expires_at timestamptz,
  -- Null: every model of the group.
  add column models text[],
  -- Null: from anywhere.
  add column addresses cidr[],
  add column cap_total_micros bigint check (cap_total_micros >= 0),
  add column cap_day_micros bigint check (cap_day_micros >= 0),
  add column cap_month_micros bigint check (cap_month_micros >= 0),
  -- Tasks that have not ended.
  add column max_open integer check (max_open > 0),
  add column max_per_minute integer check (max_per_minute > 0),
  add column held_micros bigint not null default 0 check (held_micros >= 0),
  add column spent_micros bigint not null default 0 check (spent_micros >= 0),
  add column day date not null default 'epoch',
  -- Held and spent by the tasks that were submitted on that day, in that month.
  add column day_micros bigint not null default 0 check (day_micros >= 0),
  add column month_micros bigint not null default 0 check (month_micros >= 0),
  add column open_tasks integer not null default 0 check (open_tasks >= 0),
  add column minute timestamptz not null default 'epoch',
  add column minute_tasks integer not null default 0,
  -- The key before the last rotation is good until then.
  add column previous_hash bytea unique,
  add column previous_until timestamptz;

alter table tasks
  -- The day on which its price was held (UTC). Null: it waits for its modal, and nothing is held.
  add column held_on date default (now() at time zone 'utc')::date,
  -- What its price was computed from (billing/quote.ts Priced), to try other prices on it.
  add column priced jsonb;
update tasks set held_on = case when phase <> 'waiting' then (created_at at time zone 'utc')::date end;
create index tasks_by_token on tasks (token_id, created_at);
create index tasks_by_day on tasks (account_id, created_at);

update tokens set
  held_micros = sums.held, spent_micros = sums.spent, open_tasks = sums.open,
  day = (now() at time zone 'utc')::date, day_micros = sums.day, month_micros = sums.month
from (
  select token_id,
    coalesce(sum(amount_micros) filter (where finished_at is null), 0) as held,
    coalesce(sum(charged_micros), 0) as spent,
    count(*) filter (where finished_at is null and held_on is not null) as open,
    coalesce(sum(coalesce(charged_micros, amount_micros)) filter (where held_on = (now() at time zone 'utc')::date), 0) as day,
    coalesce(sum(coalesce(charged_micros, amount_micros)) filter (where date_trunc('month', held_on) = date_trunc('month', now() at time zone 'utc')), 0) as month
  from tasks group by token_id
) sums where sums.token_id = tokens.id;

-- Prices after the card's own. The newest that has taken effect counts; none is ever changed.
create table prices (
  model text not null,
  version integer not null check (version > 0),
  effective_at timestamptz not null,
  -- As in the card: unit, rules, tiers.
  price jsonb not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  -- Before it took effect.
  withdrawn_at timestamptz,
  primary key (model, version)
);

-- Redemption codes: shown once, worth an amount, once.
create table codes (
  id uuid primary key,
  code_hash bytea not null unique,
  code_prefix text not null,
  amount_micros bigint not null check (amount_micros > 0),
  note text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  redeemed_at timestamptz,
  redeemed_by uuid references accounts,
  check ((redeemed_at is null) = (redeemed_by is null))
);

-- The ledger: more kinds, who and why, and what was available afterwards.
alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  drop constraint ledger_entries_check,
  drop constraint ledger_entries_check1,
  add column reason text,
  add column user_id uuid references users,
  add column code_id uuid unique references codes,
  -- Of the account, when the entry was made.
  add column available_micros bigint,
  add constraint ledger_entries_kind check (kind in ('opening', 'top_up', 'redeem', 'adjust', 'hold', 'settle', 'release', 'refund')),
  add constraint ledger_entries_books check (
    (kind in ('opening', 'top_up', 'redeem') and from_book = 'funding' and to_book = 'available') or
    (kind = 'adjust' and (from_book, to_book) in (('funding', 'available'), ('available', 'funding'))) or
    (kind = 'hold' and from_book = 'available' and to_book = 'held') or
    (kind = 'settle' and from_book = 'held' and to_book = 'revenue') or
    (kind = 'release' and from_book = 'held' and to_book = 'available') or
    (kind = 'refund' and from_book = 'revenue' and to_book = 'available')
  ),
  add constraint ledger_entries_task check ((kind in ('hold', 'settle', 'release', 'refund')) = (task_id is not null)),
  add constraint ledger_entries_code check ((kind = 'redeem') = (code_id is not null)),
  add constraint ledger_entries_reason check (kind not in ('adjust', 'refund') or reason <> '');
create index ledger_entries_by_day on ledger_entries (account_id, created_at);

-- What was changed by whom. Append-only, as the ledger is.
create table audit (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  -- Null: on the server itself, by its command line.
  user_id uuid references users,
  actor text not null,
  address text,
  -- As operations are called: 'token create'.
  action text not null,
  -- The account it touches; null: the server.
  account_id uuid references accounts,
  -- What it was done to: an id or a name.
  object text not null,
  before jsonb,
  after jsonb
);
create index audit_by_account on audit (account_id, id);
create index audit_by_object on audit (object, id);
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
