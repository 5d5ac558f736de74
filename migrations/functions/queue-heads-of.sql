-- Returns the first tasks of each tier of these models that were never begun. `of_turns` has three turns for
-- each model, one for each tier, from which the search begins.
create or replace function queue_heads_of(of_models text[], of_turns bigint[], at_most int)
returns table (task_id uuid, model text, tier_rank smallint, turn bigint) language plpgsql stable
set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off as $$
begin
  return query
    select head.task_id, head.model, head.tier_rank, head.turn
    from unnest(of_models) with ordinality as of (model, place), generate_series(1, 3) tier (rank), lateral (
      select queued.task_id, queued.model, queued.tier_rank, queued.turn from task_queue queued
      where queued.model = of.model and queued.tier_rank = tier.rank and queued.turn >= of_turns[(of.place - 1) * 3 + tier.rank]
        and queued.attempt = 0
      order by queued.turn limit at_most
    ) head;
end $$;
