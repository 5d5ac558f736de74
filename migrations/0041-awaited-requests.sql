-- Requests that wait for the result of their tasks. A repeat of one whose connection is gone joins its task (core/tasks/submit/awaited-requests.ts).
create table awaited_requests (
  id uuid primary key,
  token_id uuid not null references tokens on delete cascade,
  -- Of its route, parameters and body.
  request_hash text not null,
  -- The process that answers it.
  process_id uuid not null,
  -- How often it was joined: a process that was replaced changes nothing any more.
  turn int not null default 1,
  -- Its connection is gone, and nothing was delivered.
  is_lost boolean not null default false,
  changed_at timestamptz not null default now()
);

create index awaited_requests_by_hash on awaited_requests (token_id, request_hash, changed_at);

-- Processes with such requests, as long as they have some.
create table waiting_processes (
  id uuid primary key,
  alive_until timestamptz not null
);
