-- Their plans may use neither nested loops nor, on connections that find rows by index, anything else.
alter function announce_updated_tasks() set enable_hashjoin = on;
alter function announce_updated_runs() set enable_hashjoin = on;

-- The first rows of the queue, always read in the order of its index. A plan made while the statistics of the queue were old would read
-- and sort all of its rows instead.

-- Of these models, the places of the first tasks from the given turns on: tier, then turn, as one number.
create function queue_places(of_models text[], from_turns bigint[], at_most int) returns bigint[] language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
begin
  return array(
    select head.place from unnest(of_models) of (model), unnest(from_turns) with ordinality as tier (turn, rank), lateral (
      select tier_rank * 1000000000000 + task_queue.turn as place from task_queue
      where task_queue.model = of.model and tier_rank = tier.rank and task_queue.turn >= tier.turn
      order by task_queue.turn limit at_most
    ) head order by head.place limit at_most
  );
end $$;

-- Of the models that a route leads to the engine: the first tasks of each tier that were never begun, from the given turns on.
create function queue_heads(of_engine text, from_turns bigint[], at_most int)
returns table (task_id uuid, tier_rank smallint, turn bigint) language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
begin
  return query
    select head.task_id, head.tier_rank, head.turn
    from routes, unnest(from_turns) with ordinality as tier (turn, rank), lateral (
      select queued.task_id, queued.tier_rank, queued.turn from task_queue queued
      where queued.model = routes.model and queued.tier_rank = tier.rank and queued.turn >= tier.turn and queued.attempt = 0
      order by queued.turn limit at_most
    ) head
    where routes.engine = of_engine;
end $$;
