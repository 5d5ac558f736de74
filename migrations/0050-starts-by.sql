-- A task that was leased and not started returns to the queue with the time until which it has to start.
alter table task_runs add column start_by timestamptz;
