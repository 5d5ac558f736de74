-- Words that no prompt of an account may contain, besides those that no prompt may contain.
create table account_banned_words (
  account_id uuid not null references accounts on delete cascade,
  word text not null constraint account_banned_words_word_check check (word <> '' and word = lower(word)),
  primary key (account_id, word)
);
