create or replace function lock_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform from (
    select distinct change.id from jsonb_to_recordset(changes) as change (id uuid) order by change.id
  ) change, lateral (
    select from tokens
    where tokens.id between change.id and change.id
    order by tokens.id desc limit 1
    for no key update
  ) locked;
end $$;
