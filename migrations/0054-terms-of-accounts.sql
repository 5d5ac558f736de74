-- What an account pays and where: its own factor on every price, and closed groups that new accounts get.
alter table accounts add column factor_micros bigint not null default 1000000
  constraint accounts_factor_micros_check check (factor_micros >= 0);
alter table groups add column for_new_accounts boolean not null default false;
