-- Discounts from a spending in a month on: a table for all accounts, or an account's own instead. What follows for an account is a factor on its
-- prices, which a worker brings up to date.
create table volume_discounts (
  account_id uuid references accounts on delete cascade,
  from_micros bigint not null constraint volume_discounts_from_check check (from_micros > 0),
  percent_micros bigint not null constraint volume_discounts_percent_check check (percent_micros > 0 and percent_micros <= 100000000)
);
create unique index volume_discounts_of_account on volume_discounts (account_id, from_micros) where account_id is not null;
create unique index volume_discounts_of_all on volume_discounts (from_micros) where account_id is null;
alter table accounts add column volume_factor_micros bigint not null default 1000000
  constraint accounts_volume_factor_check check (volume_factor_micros >= 0 and volume_factor_micros <= 1000000);
