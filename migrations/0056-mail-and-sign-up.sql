-- E-mail that waits to be sent. A row holds no secret: a link is made when its mail is sent. A mail is handed to the mail server at most once:
-- only a failure that happened before is tried again (core/mail/send-mail.ts).
create table mails (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  language text not null check (language in ('en', 'zh')),
  data jsonb not null,
  -- Two mails with the same key are one.
  once_key text unique,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unknown')),
  tries smallint not null default 0,
  due_at timestamptz not null default now(),
  error text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create index mails_due on mails (due_at) where state = 'queued';
create index mails_sending on mails (changed_at) where state = 'sending';
create index mails_by_recipient on mails (recipient, created_at desc);
create index mails_by_time on mails (created_at desc);

-- A link with which somebody who asked for it opens an account of their own belongs to no account yet.
alter table invitations alter column account_id drop not null;
alter table invitations add column is_sign_up boolean not null default false;
alter table invitations add column referral text;
alter table invitations add constraint invitations_sign_up_check
  check (case when is_sign_up then account_id is null and user_id is null and email is not null and role = 'owner' else account_id is not null end);

-- Requests that cause mail or open accounts, counted by network.
create table mail_requests (
  source text not null,
  asked_at timestamptz not null default now()
);
create index mail_requests_by_source on mail_requests (source, asked_at);
create index mail_requests_by_time on mail_requests (asked_at);

alter table challenges drop constraint challenges_kind_check;
alter table challenges add constraint challenges_kind_check
  check (kind in ('passkey_registration', 'passkey_sign_in', 'open_id', 'proof_of_work'));

-- The language of the last sign-in, in which mails are written.
alter table users add column language text not null default 'en' constraint users_language_check check (language in ('en', 'zh'));
alter table users add column terms_accepted_at timestamptz;

-- Below this balance the owners of the account get a mail, once until it is above it again.
alter table accounts add column low_balance_micros bigint constraint accounts_low_balance_micros_check check (low_balance_micros >= 0);
alter table accounts add column low_balance_since timestamptz;

-- Credit that expires. It is spent before other credit: what is left at its end follows from the charges meanwhile
-- (core/billing/expiring-credit.ts).
create table credit_grants (
  id uuid primary key,
  account_id uuid not null references accounts(id),
  kind text not null check (kind in ('plan', 'trial')),
  amount_micros bigint not null check (amount_micros > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  -- What was taken back after the end.
  taken_micros bigint not null default 0 check (taken_micros between 0 and amount_micros),
  -- Everything that was begun before the end has ended, so that nothing more can be left.
  ended_at timestamptz
);
create index credit_grants_open on credit_grants (expires_at) where ended_at is null;
create index credit_grants_by_account on credit_grants (account_id, created_at);
