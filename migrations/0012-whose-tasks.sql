-- Who made each task, and how much of its account a token may see: one rule for the Console and for keys.

alter table tokens
  -- own: tasks of its user, of a token without a user those that it made itself; account: all tasks of the account.
  add column scope text not null default 'own' check (scope in ('own', 'account'));
-- Until now every key saw its whole account. Those of owners, operators and the command line go on; a member may see no more
-- in the Console than its own tasks, so neither may its keys.
update tokens set scope = 'account'
where user_id is null or exists (select from users where users.id = tokens.user_id and role <> 'member');

alter table tasks
  -- Who asked for it: the user of its token, or whoever was signed in to the Console. Null: a token without a user.
  add column user_id uuid references users;
update tasks set user_id = tokens.user_id from tokens where tokens.id = tasks.token_id and tokens.user_id is not null;
-- Keys of repeats are those of whoever sees the task (src/tasks/task-scope.ts).
update tasks set
  idempotency_key = tasks.user_id || E'\x1f' || idempotency_key,
  once_key = tasks.user_id || E'\x1f' || once_key
from tokens
where tokens.id = tasks.token_id and tokens.scope = 'own' and (idempotency_key is not null or once_key is not null);

create index tasks_by_user on tasks (user_id, interface, created_at, public_id) where user_id is not null;
drop index tasks_shown;
create index tasks_shown on tasks (account_id, id)
  include (token_id, interface, model, tier, phase, action, amount_micros, charged_micros, bookmarked_at, created_at, user_id)
  where deleted_at is null;
