-- The image interface, whole: pictures that clients bring, follow-ups, modals, texts, banned words.

-- A picture that a client sent or named, kept like a finished file. Tasks name its storage key in their job.
create table uploads (
  -- Unguessable: it is the file's public address.
  key text primary key,
  account_id uuid not null references accounts,
  storage_key text not null unique,
  content_type text not null,
  size_bytes bigint not null,
  width integer not null,
  height integer not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  files_deleted_at timestamptz
);
create index uploads_by_account on uploads (account_id) where files_deleted_at is null;
create index uploads_kept on uploads (expires_at) where files_deleted_at is null;

alter table tasks
  -- The task whose button made this one, and that button. (`parent_id` is the task whose picture it starts from: of
  -- another roll of a variation, the variation's own parent.)
  add column follows_id uuid references tasks,
  add column button text,
  -- What makes a repeated modal the same as the one that was answered.
  add column modal_hash text,
  add column bookmarked_at timestamptz,
  -- What a describe or a shorten found.
  add column texts jsonb,
  -- Until when a task in `waiting` waits for its modal.
  add column modal_until timestamptz,
  add constraint tasks_modal check (phase <> 'waiting' or (modal_until is not null and amount_micros = 0));
create index tasks_followed on tasks (follows_id) where follows_id is not null;
create index tasks_waiting on tasks (modal_until) where phase = 'waiting';
create index tasks_waiting_by_account on tasks (account_id) where phase = 'waiting';

-- Where a task's tier comes from when neither address nor request names one.
alter table tokens add column default_tier text check (default_tier in ('relax', 'fast', 'turbo'));

-- Lower case. A word of Latin letters is found as a whole word, one of Chinese characters anywhere.
create table banned_words (
  word text primary key check (word <> '' and word = lower(word)),
  created_at timestamptz not null default now()
);
