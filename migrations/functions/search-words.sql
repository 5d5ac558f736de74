-- Words as they are searched for: letters and digits; a Chinese, Japanese or Korean character is a word by itself, and
-- several are a phrase. Without an extension, so that any PostgreSQL does. tasks/search-words.ts says the same of a query.
create or replace function search_words(prompt text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple'::regconfig, regexp_replace(regexp_replace(left(prompt, 6000),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f\ufe0f\uff00-\uff0f\uff1a-\uff20]+', ' ', 'g'),
    '([\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff])', ' \1 ', 'g'))
$$;
