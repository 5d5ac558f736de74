-- One row for each day on which a worker looked for files that no task or upload has any more, so that only one of them does.
create table file_sweeps (
  day date primary key,
  begun_at timestamptz not null default now(),
  finished_at timestamptz,
  files int not null default 0
);
