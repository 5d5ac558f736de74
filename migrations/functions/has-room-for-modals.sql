create or replace function has_room_for_modals(of_account uuid, max_tasks int) returns boolean language sql volatile as $$
  select count(*) < max_tasks
  from (select from tasks where account_id = of_account and phase = 'waiting' limit max_tasks) waiting
$$;
