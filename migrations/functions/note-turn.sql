-- Two submits that note a turn at the same moment: the one that looked first must not write the lower turn last. A sequence is not part of
-- any transaction, so the lock is held for this moment only, and only by a submit whose turn is higher than the noted one.
create or replace function note_turn(rank int, turn bigint) returns bigint language plpgsql strict as $$
declare
  noted regclass := 'task_turns_' || rank;
begin
  if turn > coalesce(pg_sequence_last_value(noted), 0) then
    perform pg_advisory_lock(4044, rank);
    if turn > coalesce(pg_sequence_last_value(noted), 0) then
      perform setval(noted, turn);
    end if;
    perform pg_advisory_unlock(4044, rank);
  end if;
  return turn;
end $$;
