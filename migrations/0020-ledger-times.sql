-- The time of an entry is when it was written, under the lock of its account, not when its transaction began. So the times of an account
-- are in the order of its ids and balances, and statements can be read by time.
alter table ledger_entries alter column created_at set default clock_timestamp();
