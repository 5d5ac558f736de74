-- How many workers would have a slot for every task that waits or is at work, from the slots of those that are there. At least 1.
-- For autoscalers: the chart's KEDA trigger asks it, and the metric kinora_workers_needed shows it.
create or replace function workers_needed() returns integer language sql stable as $$
  with present_workers as (
    -- The workers that report themselves, with their slots.
    select worker, sum(slots) as slots from engine_workers
    where seen_at > now() - interval '30 s'
    group by worker
  ), demand as (
    -- The tasks that wait or have a run.
    select (select count(*) from task_queue) + (select count(*) from task_runs) as tasks
  )
  select greatest(1, ceil(tasks / greatest(1, coalesce((select avg(slots) from present_workers), 1))))::integer from demand
$$;
