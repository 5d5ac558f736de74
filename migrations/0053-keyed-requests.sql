-- Requests that wait with a key of their client. Their task has this key instead of one made of the row's id; other requests with the key wait
-- for the same task, so it is not cancelled while one of them is alive.
alter table awaited_requests add column task_key text;
create index awaited_requests_by_key on awaited_requests (task_key) where task_key is not null;
