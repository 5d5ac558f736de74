-- How far the discounts from a spending in a month on are brought up to date (core/billing/apply-volume-discounts.ts): only accounts that were
-- charged since are looked at, and all of them once when a month begins or the discounts of all accounts change.
create table volume_progress (
  id boolean primary key default true check (id),
  -- The month to which the discounts belong.
  month date not null,
  -- All accounts up to this one were looked at. Null if no look at all of them is under way.
  all_after uuid,
  -- The charges up to this ledger entry were looked at.
  done_entry bigint not null,
  -- The newest ledger entry that was seen, and the transactions that must have ended until no entry before it is missing. Null means none.
  seen_entry bigint not null,
  seen_writers text[]
);
insert into volume_progress (month, done_entry, seen_entry)
select '1970-01-01', coalesce(max(id), 0), coalesce(max(id), 0) from ledger_entries;
