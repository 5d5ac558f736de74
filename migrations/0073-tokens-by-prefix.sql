-- Finds a token by the visible prefix of its key without reading all tokens.
create index tokens_by_prefix on tokens (key_prefix);
