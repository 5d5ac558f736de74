-- Returns the places of the first tasks of these models from the given turns on: tier, then turn, as one
-- number.
create or replace function queue_places(of_models text[], from_turns bigint[], at_most int) returns bigint[] language plpgsql stable
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
