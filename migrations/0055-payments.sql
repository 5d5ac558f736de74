-- Payments of accounts, and what payment providers have said about them. What a payment is worth follows from its events alone, in whatever
-- order they came (core/payments/settle-payment.ts).
create table payments (
  id uuid primary key,
  account_id uuid not null references accounts(id),
  user_id uuid,
  provider text not null,
  method text not null,
  currency text not null,
  -- What is to be paid, and the credit that it buys.
  amount_micros bigint not null check (amount_micros > 0),
  credit_micros bigint not null check (credit_micros > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'wrong', 'refunded', 'disputed')),
  -- Credit that the ledger has given for it so far, and credit that could not be taken back because it was spent.
  credited_micros bigint not null default 0 check (credited_micros >= 0),
  owed_micros bigint not null default 0 check (owed_micros >= 0),
  -- What the provider calls the payment in later events.
  reference text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index payments_by_account on payments (account_id, created_at desc);
create index payments_by_time on payments (created_at desc);
create unique index payments_by_reference on payments (provider, reference);

create table payment_events (
  provider text not null,
  id text not null,
  payment_id uuid references payments(id),
  -- Of an event that names no payment: it is about the payment with this reference.
  reference text,
  fact jsonb not null,
  received_at timestamptz not null default now(),
  primary key (provider, id)
);
create index payment_events_by_payment on payment_events (payment_id);
create index payment_events_by_reference on payment_events (provider, reference) where payment_id is null;
