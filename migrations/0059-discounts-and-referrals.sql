-- Codes that make a top-up cheaper. A payment names its code, and what it would have cost without it. A code counts as used when a payment
-- with it is credited.
create table discounts (
  id uuid primary key,
  code text not null,
  -- Millionths of a percent, or an amount of the server's currency.
  percent_micros bigint check (percent_micros > 0 and percent_micros < 100000000),
  amount_micros bigint check (amount_micros > 0),
  max_uses int check (max_uses > 0),
  max_uses_of_account int check (max_uses_of_account > 0),
  note text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  check ((percent_micros is null) <> (amount_micros is null))
);
create unique index discounts_code on discounts (lower(code));
alter table payments add column discount_id uuid references discounts(id);
alter table payments add column full_amount_micros bigint
  constraint payments_full_amount_check check (full_amount_micros is null or (full_amount_micros >= amount_micros and discount_id is not null));
create index payments_by_discount on payments (discount_id) where discount_id is not null;
create table discount_uses (
  payment_id uuid primary key references payments(id),
  discount_id uuid not null references discounts(id),
  account_id uuid not null references accounts(id),
  used_at timestamptz not null default now()
);
create index discount_uses_by_discount on discount_uses (discount_id, account_id);

-- Who brought whom. Both get credit for the first payment of the new account, as long as that payment is kept.
-- The code in the link of an account follows from its id, which it does not reveal.
create unique index accounts_referral_code on accounts (substr(encode(sha256(uuid_send(id)), 'hex'), 1, 12));
create table referrals (
  account_id uuid primary key references accounts(id),
  referrer_id uuid not null references accounts(id),
  created_at timestamptz not null default now(),
  -- The first payment that was credited, and what each of the two should have for it and has got.
  payment_id uuid references payments(id),
  credit_micros bigint not null default 0 check (credit_micros >= 0),
  account_credited_micros bigint not null default 0 check (account_credited_micros >= 0),
  referrer_credited_micros bigint not null default 0 check (referrer_credited_micros >= 0),
  check (account_id <> referrer_id)
);
create index referrals_by_referrer on referrals (referrer_id);
