-- Where the key of a token works. Null: at every interface of its group; mcp: at /mcp only, as its program asked for (RFC 8707).
alter table tokens add column audience text check (audience = 'mcp');
-- The key and the refresh token that replaced the previous one are computed from it and this salt, so that a response that was lost can be
-- given once more, although neither is stored.
alter table oauth_grants add column previous_salt bytea;
