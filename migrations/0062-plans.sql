-- Plans: a price for a month, with credit that expires at its end, closed groups, and a limit of concurrent tasks. The terms of a plan are
-- versioned and never edited, so that running subscriptions keep theirs.
create table plans (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  retired_at timestamptz
);
create unique index plans_name on plans (lower(name));
create table plan_versions (
  id uuid primary key,
  plan_id uuid not null references plans(id),
  version int not null check (version > 0),
  description text not null default '',
  price_micros bigint not null check (price_micros > 0),
  currency text not null,
  credit_micros bigint not null check (credit_micros > 0),
  groups text[] not null default '{}',
  max_open int check (max_open > 0),
  created_at timestamptz not null default now(),
  unique (plan_id, version)
);
-- What a payment provider calls the price of a version.
create table plan_prices (
  provider text not null,
  reference text not null,
  version_id uuid not null references plan_versions(id),
  primary key (provider, reference)
);

create table subscriptions (
  id uuid primary key,
  account_id uuid not null references accounts(id),
  user_id uuid,
  -- Who renews it: a payment provider, or `hand` for the clock of this server.
  provider text not null,
  -- The terms of the current period, and those of the next one if they differ.
  version_id uuid not null references plan_versions(id),
  next_version_id uuid references plan_versions(id),
  state text not null default 'open' check (state in ('open', 'active', 'past_due', 'ended')),
  -- It ends with its current period.
  is_cancelled boolean not null default false,
  -- When its first period began, the number of periods so far, and of those it may have. Of one that this server renews.
  anchor_at timestamptz not null default now(),
  periods int not null default 0,
  max_periods int check (max_periods > 0),
  period_starts_at timestamptz,
  period_ends_at timestamptz,
  -- How long the account has the groups and limits of the plan. Null if it does not have them.
  rights_until timestamptz,
  -- What the provider calls it, its buyer and the page on which it is paid first, and where a failed payment can be made.
  reference text,
  customer text,
  checkout text,
  pay_url text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  ended_at timestamptz
);
create index subscriptions_by_account on subscriptions (account_id, created_at desc);
create index subscriptions_by_time on subscriptions (created_at desc);
create unique index subscriptions_by_reference on subscriptions (provider, reference);
create index subscriptions_due on subscriptions (period_ends_at) where provider = 'hand' and state = 'active';
create index subscriptions_with_rights on subscriptions (rights_until) where rights_until is not null;

create table subscription_events (
  provider text not null,
  id text not null,
  subscription_id uuid references subscriptions(id),
  fact jsonb not null,
  received_at timestamptz not null default now(),
  primary key (provider, id)
);
create index subscription_events_of on subscription_events (subscription_id);

-- Credit of a plan is granted once for each source: an invoice, a payment, or the number of a period. A refund makes it smaller.
alter table credit_grants add column subscription_id uuid references subscriptions(id);
alter table credit_grants add column source text;
alter table credit_grants drop constraint credit_grants_amount_micros_check;
alter table credit_grants add constraint credit_grants_amount_micros_check check (amount_micros >= 0);
create unique index credit_grants_source on credit_grants (subscription_id, source) where subscription_id is not null;

-- A payment for a plan names the subscription, and the invoice of the provider if there is one.
alter table payments add column subscription_id uuid references subscriptions(id);
alter table payments add column invoice text;
alter table payments drop constraint payments_credit_micros_check;
alter table payments add constraint payments_credit_micros_check check (credit_micros >= 0);
create unique index payments_by_invoice on payments (provider, invoice) where invoice is not null;

-- Concurrent tasks of an account, and what its plan allows as long as it lasts.
alter table accounts add column max_open int constraint accounts_max_open_check check (max_open > 0);
alter table accounts add column plan_groups text[] not null default '{}';
alter table accounts add column plan_max_open int;
alter table accounts add column plan_until timestamptz;
