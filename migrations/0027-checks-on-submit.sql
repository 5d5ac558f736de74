-- A submit and the end of a task checked eight times whether the account, the token and the task that they had just locked or written
-- still existed. Each of these checks looked up the row again and passed all of its versions that an older transaction may still read:
-- thousands while a backup or a long report runs, since each batch of tasks writes its accounts and tokens. The statements take these rows
-- under a lock before they write (tasks/submit/submit-statement.ts, tasks/work/finish-task.ts), and nothing deletes accounts, tokens or
-- tasks. References that are rarely set are still checked.
alter table tasks
  drop constraint tasks_account_id_fkey,
  drop constraint tasks_token_id_fkey;
alter table ledger_entries
  drop constraint ledger_entries_account_id_fkey,
  drop constraint ledger_entries_token_id_fkey,
  drop constraint ledger_entries_task_id_fkey;

-- What replaces them where a row may be deleted by hand: accounts, tokens and tasks stay as long as the books name them.
create function keep_booked() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'accounts' and (exists (select from ledger_entries where account_id = old.id) or exists (select from tasks where account_id = old.id))
    or tg_table_name = 'tokens' and exists (select from tasks where token_id = old.id)
    or tg_table_name = 'tasks' and exists (select from ledger_entries where task_id = old.id)
  then
    raise foreign_key_violation using message = format('%s %s is named by tasks or by the ledger', tg_table_name, old.id);
  end if;
  return null;
end $$;
create trigger accounts_keep_booked after delete on accounts for each row execute function keep_booked();
create trigger tokens_keep_booked after delete on tokens for each row execute function keep_booked();
create trigger tasks_keep_booked after delete on tasks for each row execute function keep_booked();

-- Nearly all entries have no code: they need no place in its index.
alter table ledger_entries drop constraint ledger_entries_code_id_key;
create unique index ledger_entries_code on ledger_entries (code_id) where code_id is not null;
