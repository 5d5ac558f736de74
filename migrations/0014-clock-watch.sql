-- The last time that a worker saw, so that a clock that leaps ahead is noticed before files are deleted by it.
create table clock_watch (
  id boolean primary key default true check (id),
  seen_at timestamptz not null default now(),
  -- Minutes of running for which nothing is deleted by time; 0: the clock is trusted.
  held_minutes integer not null default 0 check (held_minutes >= 0),
  leapt_from timestamptz,
  leapt_to timestamptz,
  check ((held_minutes = 0) = (leapt_from is null) and (leapt_from is null) = (leapt_to is null))
);
insert into clock_watch default values;
