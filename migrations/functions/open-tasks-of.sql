-- The tasks of an account that are in the queue or have a run. It sees what other submits have committed, so that under the lock of the account
-- the limit is exact.
create or replace function open_tasks_of(of_account uuid) returns int language plpgsql volatile as $$
begin
  return (select count(*) from task_queue where account_id = of_account) + (select count(*) from task_runs where account_id = of_account);
end $$;
