-- Returns a bound for the tasks that the account has in the queue, or null if there is no room for more. They
-- are counted only when the known bound `at_most` leaves no room.
create or replace function room_in_queue(of_account uuid, at_most int, more int, max_tasks int) returns int language plpgsql volatile as $$
begin
  if at_most + more > max_tasks then
    select count(*) into at_most from (select from task_queue where account_id = of_account limit max_tasks) queued;
  end if;
  return case when at_most + more <= max_tasks then at_most end;
end $$;
