-- OAuth: programs that ask a user for a token instead of being given its key.
-- Programs that registered themselves. Those with a metadata document need no row.
create table oauth_clients (
  id text primary key,
  name text not null,
  redirect_uris text[] not null,
  -- A hash of the network that registered it, for the limit of registrations.
  network text not null,
  created_at timestamptz not null default now(),
  -- When a user last authorized it. Null: never.
  used_at timestamptz
);
create index oauth_clients_created on oauth_clients (created_at);
-- What a user has authorized, until the program fetches its token, and a day longer, so that a second use is recognized.
create table oauth_codes (
  code_hash bytea primary key,
  client_id text not null,
  client_name text not null,
  redirect_uri text not null,
  -- PKCE with S256.
  code_challenge text not null,
  user_id uuid not null references users (id),
  -- Group and limits of the token.
  token jsonb not null,
  expires_at timestamptz not null,
  -- The token that was issued for it. Null: it was not used.
  token_id uuid references tokens (id)
);
create index oauth_codes_expiry on oauth_codes (expires_at);
-- Null: the token was not created for a program that asked for it.
alter table tokens add column client_id text, add column client_name text;
-- Until when the key is valid: the program exchanges it for a new one. Null: until it is rotated or revoked.
alter table tokens add column key_until timestamptz;
-- How the program of a token gets new keys.
create table oauth_grants (
  token_id uuid primary key references tokens (id),
  -- The part that all refresh tokens of the grant have in common: one that was replaced is recognized by it.
  family_hash bytea not null unique,
  refresh_hash bytea not null,
  -- The one before, which may be repeated until then if its response was lost.
  previous_hash bytea,
  previous_until timestamptz
);
