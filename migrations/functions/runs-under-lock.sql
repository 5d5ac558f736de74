-- Counts the runs of an engine for a worker that leases more, in one round trip. Workers that count them do so one after the other: the
-- lock is held until the transaction ends. The function is volatile, so it sees what was committed before it had the lock, although the
-- statement that calls it began earlier.
create or replace function runs_under_lock(of_engine text) returns table (runs int, has_suspect boolean) language plpgsql volatile rows 1 as $$
begin
  perform pg_advisory_xact_lock(4041, hashtext(of_engine));
  return query
    select count(*)::int, coalesce(bool_or(run.lost_attempts > 0 and run.lease_until > now()), false)
    from task_runs run where run.engine = of_engine;
end $$;
