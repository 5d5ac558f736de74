-- Lists of an interface are ordered by the time that records show.
create index tasks_listed_by_time on tasks (account_id, interface, created_at, public_id);
drop index tasks_listed;
