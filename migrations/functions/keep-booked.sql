-- Takes the place of foreign keys where a row may be deleted by hand: accounts, tokens and tasks stay as long as
-- the ledger or a task names them.
create or replace function keep_booked() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' and (exists (select from ledger_entries where account_id = old.id) or exists (select from tasks where account_id = old.id))
    or tg_table_name = 'tokens' and exists (select from tasks where token_id = old.id)
    or tg_table_name = 'tasks' and exists (select from ledger_entries where task_id = old.id)
  then
    raise foreign_key_violation using message = format('%s %s is named by tasks or by the ledger', tg_table_name, old.id);
  end if;
  return null;
end $$;
