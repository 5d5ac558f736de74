-- Locks the accounts, then changes their balances. Callers that have locked them use change_locked_balances.
create or replace function change_balances(changes jsonb) returns table (account uuid, available_now bigint) language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform from (
    select change.id from jsonb_to_recordset(changes) as change (id uuid) order by change.id
  ) change, lateral (
    select from accounts
    where accounts.id between change.id and change.id
    order by accounts.id desc limit 1
    for no key update
  ) locked;
  return query select * from change_locked_balances(changes);
end $$;
