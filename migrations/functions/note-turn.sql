create or replace function note_turn(rank int, turn bigint) returns bigint language plpgsql strict as $$
begin
  if turn > coalesce(pg_sequence_last_value(('task_turns_' || rank)::regclass), 0) then
    perform setval(('task_turns_' || rank)::regclass, turn);
  end if;
  return turn;
end $$;
