-- What was taken of credit before its end, by an adjustment or by a payment that went back. What is left of a grant at
-- its end is what was granted, without this and without what tasks were charged (core/billing/grant-spending.ts).
create table credit_withdrawals (
  entry_id bigint not null references ledger_entries(id),
  grant_id uuid not null references credit_grants(id),
  amount_micros bigint not null check (amount_micros > 0),
  primary key (entry_id, grant_id)
);
create index credit_withdrawals_by_grant on credit_withdrawals (grant_id);
