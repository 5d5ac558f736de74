-- Returns the first tasks of each tier that were never begun, of the models that a route leads to the engine,
-- from the given turns on. Processes of earlier versions call it.
create or replace function queue_heads(of_engine text, from_turns bigint[], at_most int)
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
