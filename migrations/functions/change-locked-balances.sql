-- Changes balances of accounts that the caller has locked. `changes`: [{id, available, held, queued, turns}],
-- each account once. The amounts are added, `queued` replaces the bound, and turns only rise.
create or replace function change_locked_balances(changes jsonb) returns table (account uuid, available_now bigint) language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  return query
    with changed_row as materialized (
      -- The row of each account, found by an index.
      select change.*,
        (
          select current.ctid from accounts current
          where current.id between change.id and change.id
          order by current.id desc limit 1
        ) as at
      from jsonb_to_recordset(changes) as change (
        id uuid, available bigint, held bigint, queued int, turns bigint[]
      )
    )
    update accounts set
      available_micros = available_micros + changed_row.available,
      held_micros = held_micros + changed_row.held,
      queued_at_most = coalesce(changed_row.queued, queued_at_most),
      next_turns = array[
        greatest(next_turns[1], changed_row.turns[1]), greatest(next_turns[2], changed_row.turns[2]),
        greatest(next_turns[3], changed_row.turns[3])
      ]
    from changed_row where accounts.ctid = changed_row.at
    returning accounts.id, accounts.available_micros;
end $$;
