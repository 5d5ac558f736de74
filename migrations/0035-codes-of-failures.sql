-- The error code of the last start of a route, if it failed. Of a paused route: why it is paused. Null: it succeeded, or failed before this was recorded.
alter table breakers add column code text;
