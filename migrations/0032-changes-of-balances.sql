-- The rows of accounts and tokens change with every task. As long as an older transaction is open, such as that of a backup, their dead
-- versions stay, and a search by id passes all of them, the oldest first. These functions search from the end of the index, where the
-- current version is. They lock in one statement and write in the next, which sees what was committed before the lock was free.
-- Locks go from accounts to tokens, each in the order of their ids.

-- `changes`: [{id, available, held, queued, turns}] of accounts, each once. Amounts are added. queued, turns (of the three tiers): null to keep them.
create function change_balances(changes jsonb) returns table (account uuid, available_now bigint) language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform from (select change.id from jsonb_to_recordset(changes) as change (id uuid) order by change.id) change, lateral (
    select from accounts where accounts.id between change.id and change.id order by accounts.id desc limit 1 for no key update
  ) locked;
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

-- `changes`: [{id, tasks, amount}] of tokens, each once: adds tasks that were submitted. Counters of an earlier day, month or minute begin again.
create function count_on_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  today date := (now() at time zone 'utc')::date;
  this_minute timestamptz := date_trunc('minute', now());
begin
  perform lock_tokens(changes);
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

-- `changes`: [{id, held_on, tasks, amount, charged}] of tokens, each once a day: moves the holds of ended tasks to the spent amount, or
-- subtracts them from the counters of the day and the month on which they were held.
create function release_on_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform lock_tokens(changes);
  with change as (
    select id, sum(tasks)::int as tasks, sum(amount)::bigint as amount, sum(charged)::bigint as charged,
      array_agg(held_on) as days, array_agg(amount - charged) as released
    from jsonb_to_recordset(changes) as change (id uuid, held_on date, tasks int, amount bigint, charged bigint) group by id
  ), place as materialized (
    select change.*, (select current.ctid from tokens current where current.id between change.id and change.id order by current.id desc limit 1) as at
    from change
  )
  update tokens set
    held_micros = held_micros - place.amount,
    spent_micros = spent_micros + place.charged,
    open_tasks = open_tasks - place.tasks,
    day_micros = day_micros - (select coalesce(sum(returned.amount), 0)::bigint from unnest(days, released) as returned (held_on, amount)
      where returned.held_on = tokens.day),
    month_micros = month_micros - (select coalesce(sum(returned.amount), 0)::bigint from unnest(days, released) as returned (held_on, amount)
      where date_trunc('month', returned.held_on) = date_trunc('month', tokens.day))
  from place where tokens.ctid = place.at;
end $$;

create function lock_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform from (select distinct change.id from jsonb_to_recordset(changes) as change (id uuid) order by change.id) change, lateral (
    select from tokens where tokens.id between change.id and change.id order by tokens.id desc limit 1 for no key update
  ) locked;
end $$;
