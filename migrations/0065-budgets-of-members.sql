-- What the tokens of a member may spend in a month, set by an owner of the account.
alter table users add column cap_month_micros bigint constraint users_cap_month_check check (cap_month_micros >= 0);
