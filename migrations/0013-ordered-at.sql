-- When its modal was answered, which may be long after its creation; null: it was ordered when it was created.
alter table tasks add column ordered_at timestamptz;
update tasks set ordered_at = (select min(at) from task_phases where task_id = tasks.id and phase = 'queued')
where modal_hash is not null;
