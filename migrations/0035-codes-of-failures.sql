-- The error code of the last failure of a route. Null: it failed before this was recorded.
alter table breakers add column code text;
