-- `changes`: as for count_on_tokens, which only processes of earlier versions call.
create or replace function count_on_locked_tokens(changes jsonb) returns void language plpgsql volatile
set enable_seqscan = off set enable_bitmapscan = off as $$
declare
  today date := (now() at time zone day_zone())::date;
  this_minute timestamptz := date_trunc('minute', now());
begin
  with changed_row as materialized (
    -- The row of each token, found by an index.
    select change.*,
      (
        select current.ctid from tokens current
        where current.id between change.id and change.id
        order by current.id desc limit 1
      ) as at
    from jsonb_to_recordset(changes) as change (id uuid, tasks int, amount bigint)
  )
  update tokens set
    held_micros = held_micros + changed_row.amount,
    day_micros = case when day >= today then day_micros else 0 end + changed_row.amount,
    month_micros = case when day >= date_trunc('month', today)::date then month_micros else 0 end + changed_row.amount,
    day = greatest(day, today),
    open_tasks = open_tasks + changed_row.tasks,
    minute_tasks = case when minute >= this_minute then minute_tasks else 0 end + changed_row.tasks,
    minute = greatest(minute, this_minute)
  from changed_row where tokens.ctid = changed_row.at;
end $$;
