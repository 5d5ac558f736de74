-- A search for the current version of an account or a token reads the index from its end. Entries of one id that PostgreSQL has merged into
-- a posting list are read in ascending order in both directions, so such a search began with the oldest version of the list.
alter index accounts_pkey set (deduplicate_items = off);
alter index tokens_pkey set (deduplicate_items = off);
