-- The installations that a task has come through, which its requests to engines name as well: a chain that leads back to one of them is refused
-- there, also after a restart and for each further try.
alter table tasks add column via text constraint tasks_via check (length(via) <= 512);
