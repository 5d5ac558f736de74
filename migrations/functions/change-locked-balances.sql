-- `changes`: as for change_balances.
create or replace function change_locked_balances(changes jsonb) returns table (account uuid, available_now bigint) language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
    with place as materialized (
      select change.*, (select current.ctid from accounts current where current.id between change.id and change.id order by current.id desc limit 1) as at
      from jsonb_to_recordset(changes) as change (id uuid, available bigint, held bigint, queued int, turns bigint[])
    )
    update accounts set
      available_micros = available_micros + place.available,
      held_micros = held_micros + place.held,
      queued_at_most = coalesce(place.queued, queued_at_most),
      next_turns = array[greatest(next_turns[1], place.turns[1]), greatest(next_turns[2], place.turns[2]), greatest(next_turns[3], place.turns[3])]
    from place where accounts.ctid = place.at
    returning accounts.id, accounts.available_micros;
end $$;
