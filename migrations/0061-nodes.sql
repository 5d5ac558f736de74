-- The processes that work on this database, as each reports itself: during an update, which versions are in use.
create table nodes (
  id uuid primary key,
  role text not null check (role in ('all', 'api', 'worker')),
  version text not null,
  host text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null default now()
);
