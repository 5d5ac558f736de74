-- A submit has locked the accounts and tokens of its tasks before it changes them: these functions of 0032-changes-of-balances.sql do not
-- look them up once more to lock them. Whoever calls them holds the locks.

-- `changes`: as for change_balances.
create function change_locked_balances(changes jsonb) returns table (account uuid, available_now bigint) language plpgsql volatile
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

-- Locks, then changes: for those who have not locked them.
create or replace function change_balances(changes jsonb) returns table (account uuid, available_now bigint) language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform from (select change.id from jsonb_to_recordset(changes) as change (id uuid) order by change.id) change, lateral (
    select from accounts where accounts.id between change.id and change.id order by accounts.id desc limit 1 for no key update
  ) locked;
  return query select * from change_locked_balances(changes);
end $$;

-- `changes`: as for count_on_tokens, which only processes of earlier versions call.
create function count_on_locked_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_minute timestamptz := date_trunc('minute', now());
begin
  with place as materialized (
    select change.*, (select current.ctid from tokens current where current.id between change.id and change.id order by current.id desc limit 1) as at
    from jsonb_to_recordset(changes) as change (id uuid, tasks int, amount bigint)
  )
  update tokens set
    held_micros = held_micros + place.amount,
    day_micros = case when day >= today then day_micros else 0 end + place.amount,
    month_micros = case when day >= date_trunc('month', today)::date then month_micros else 0 end + place.amount,
    day = greatest(day, today),
    open_tasks = open_tasks + place.tasks,
    minute_tasks = case when minute >= this_minute then minute_tasks else 0 end + place.tasks,
    minute = greatest(minute, this_minute)
  from place where tokens.ctid = place.at;
end $$;
create or replace function count_on_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform lock_tokens(changes);
  perform count_on_locked_tokens(changes);
end $$;
