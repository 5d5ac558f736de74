-- Numbered documents about money that came in and went back: a receipt for what was paid, a credit note for what was refunded or is disputed,
-- and a further receipt if a dispute was won. What they say is copied from the settings and the account when they are issued, and stays.
create table receipts (
  number text primary key,
  kind text not null check (kind in ('receipt', 'credit_note')),
  payment_id uuid not null references payments(id),
  account_id uuid not null references accounts(id),
  -- The first receipt of the payment. Null for that one itself.
  corrects text references receipts(number),
  currency text not null,
  amount_micros bigint not null check (amount_micros > 0),
  -- The part of the amount that is tax.
  tax_micros bigint not null check (tax_micros >= 0),
  tax_name text,
  tax_percent_micros bigint,
  seller jsonb not null,
  buyer jsonb not null,
  issued_at timestamptz not null default clock_timestamp(),
  check ((tax_name is null) = (tax_percent_micros is null)),
  check (kind = 'receipt' or corrects is not null)
);
create unique index receipts_first on receipts (payment_id) where corrects is null;
create index receipts_by_payment on receipts (payment_id);
create index receipts_by_account on receipts (account_id, issued_at desc);
create index receipts_by_time on receipts (issued_at desc);

-- The last number of each year. A number is taken in the transaction that issues the document, so that none is missing.
create table receipt_numbers (
  kind text not null,
  year int not null,
  last int not null,
  primary key (kind, year)
);

-- How an account wants to be named on its receipts.
create table billing_details (
  account_id uuid primary key references accounts(id),
  name text not null default '',
  address text not null default '',
  tax_id text not null default '',
  changed_at timestamptz not null default now()
);
