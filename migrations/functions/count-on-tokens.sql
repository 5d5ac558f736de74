create or replace function count_on_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform lock_tokens(changes);
  perform count_on_locked_tokens(changes);
end $$;
