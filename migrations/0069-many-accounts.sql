-- For servers with hundreds of thousands of accounts: tokens of an account, the mailbox of a new user, and names with letters that look like
-- others are found by index.
create index users_by_mailbox on users ((
  case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(email, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(email, '@', 1), '+', 1) || '@' || split_part(email, '@', 2) end
));
create index accounts_odd_names on accounts (id) where name ~ '[^ -~]';
create index tokens_by_account on tokens (account_id);
