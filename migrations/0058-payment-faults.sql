-- What went wrong with payment providers, counted by day: reports whose signature is wrong, reports that could not be stored, and payments that
-- could not be started.
create table payment_faults (
  provider text not null,
  kind text not null check (kind in ('signature', 'report', 'checkout')),
  day date not null,
  count int not null check (count > 0),
  last_at timestamptz not null default now(),
  primary key (provider, kind, day)
);
