-- Groups have a default version, and the trial of an engine keeps what it made, for the operator to look at.

-- The image model version of prompts that name none, for the tokens of a group. Null: the default of the server.
alter table groups add column default_version text;

-- The first file of a trial as a small picture, its size, and what the trial cost: {"picture": "data:image/webp;base64,...", "width": 64,
-- "height": 64, "costMicros": 1000}. Each of them may be missing. Null: the trial failed.
alter table engine_trials add column sample jsonb;
