-- `changes`: [{id, held_on, tasks, amount, charged}] of tokens, each once a day: moves the holds of ended tasks to the spent amount, or
-- subtracts them from the counters of the day and the month on which they were held.
create or replace function release_on_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
begin
  perform lock_tokens(changes);
  with change as (
    -- One row for each token, with what each day gets back.
    select id, sum(tasks)::int as tasks, sum(amount)::bigint as amount, sum(charged)::bigint as charged,
      array_agg(held_on) as days, array_agg(amount - charged) as released
    from jsonb_to_recordset(changes) as change (
      id uuid, held_on date, tasks int, amount bigint, charged bigint
    )
    group by id
  ), changed_row as materialized (
    -- The row of each token, found by an index.
    select change.*,
      (
        select current.ctid from tokens current
        where current.id between change.id and change.id
        order by current.id desc limit 1
      ) as at
    from change
  )
  update tokens set
    held_micros = held_micros - changed_row.amount,
    spent_micros = spent_micros + changed_row.charged,
    open_tasks = open_tasks - changed_row.tasks,
    day_micros = day_micros - (
      select coalesce(sum(returned.amount), 0)::bigint
      from unnest(days, released) as returned (held_on, amount)
      where returned.held_on = tokens.day
    ),
    month_micros = month_micros - (
      select coalesce(sum(returned.amount), 0)::bigint
      from unnest(days, released) as returned (held_on, amount)
      where date_trunc('month', returned.held_on) = date_trunc('month', tokens.day)
    )
  from changed_row where tokens.ctid = changed_row.at;
end $$;
