-- The trace that a task belongs to, so that its engine and its webhooks can be told, by whichever process they are called.
-- Null: its request named none, and no trace was begun here.
alter table tasks
  add column traceparent text,
  add column tracestate text,
  add constraint tasks_trace check (length(traceparent) = 55 and (tracestate is null or length(tracestate) <= 512)) not valid;
