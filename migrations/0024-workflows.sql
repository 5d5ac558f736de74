-- Workflows of the operator, for engines whose kind runs workflows. Those of one family are what `upstream` of a route names.
create table workflows (
  family text not null check (family ~ '^[a-z0-9][a-z0-9.-]{0,63}$'),
  -- What it is for, such as `generate`. The kind knows which there are.
  primitive text not null,
  -- As it was exported. At most 1 MB as JSON without spaces; as text, jsonb has a space after each colon and comma.
  graph jsonb not null check (octet_length(graph::text) <= 2097152),
  -- Which inputs Kinora sets, where titles of nodes do not say it: [{"slot", "node", "input", "isOptional"}].
  slots jsonb not null default '[]' check (jsonb_typeof(slots) = 'array'),
  -- The sizes that it makes: {"multiple", "minPixels", "maxPixels"}.
  sizes jsonb not null default '{}',
  -- Of clips: {"framesPerSecond", "multiple"}. Null: any.
  timing jsonb,
  changed_at timestamptz not null default now(),
  primary key (family, primitive)
);

create trigger workflows_raise after insert or update or delete on workflows for each row execute function raise_config_generation();
