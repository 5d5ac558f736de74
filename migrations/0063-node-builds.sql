-- Which build of its version a process runs. Null for processes that do not say it.
alter table nodes add column build text;
