-- Hooks: who is told of a task's changes by POST, what was told, and which receivers are dead.

-- Signs what is posted (Standard Webhooks). 32 bytes, 244 bits of them random, without an extension.
alter table accounts add column webhook_secret bytea not null
  default decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

create table hooks (
  id uuid primary key default gen_random_uuid(),
  task_id uuid not null references tasks,
  account_id uuid not null references accounts,
  url text not null check (octet_length(url) <= 2000),
  -- Scheme, host and port: receivers are spared, and given up, by this.
  origin text not null generated always as (substring(url from '^[a-z]+://[^/?#]+')) stored,
  -- What the record depends on besides its task, as it was for the submit.
  base_url text not null,
  language text not null check (language in ('en', 'zh')),

  -- How far the task had come in the last message that was tried (webhooks/rank.ts). 1: queued, which the submit's
  -- answer said.
  rank_sent smallint not null default 1,
  -- Failed tries to tell the end.
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  lease_owner text,
  lease_until timestamptz,

  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- told: the end was accepted; gone: the receiver answered 410; given_up: no try is left.
  ending text check (ending in ('told', 'gone', 'given_up')),
  -- It is forgotten then, with the task's files; or a week after it ended, when the task had not.
  expires_at timestamptz,

  unique (task_id, url),
  check ((ended_at is null) = (ending is null) and (ended_at is null) = (expires_at is null))
);
create index hooks_open on hooks (due_at) where ended_at is null;
create index hooks_kept on hooks (expires_at) where expires_at is not null;

create table hook_attempts (
  id bigint generated always as identity primary key,
  hook_id uuid not null references hooks on delete cascade,
  -- The webhook-id that was sent: the same for every try of one state.
  message_id text not null,
  phase text not null,
  progress smallint not null,
  -- HTTP status, or why there was none. Nothing of what the receiver said.
  status smallint,
  error text,
  took_ms integer not null,
  created_at timestamptz not null default now(),
  check ((status is null) <> (error is null))
);
create index hook_attempts_of_hook on hook_attempts (hook_id, id);

-- Receivers whose last answers were all failures. One that works has no row.
create table hook_failures (
  account_id uuid not null references accounts,
  origin text not null,
  failures integer not null default 1,
  failing_since timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  -- Nothing is posted there until then.
  off_until timestamptz,
  primary key (account_id, origin)
);
