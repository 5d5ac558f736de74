-- The model that the test of an engine uses. Null: the first one that can be tested.
alter table engine_trials add column model text;
