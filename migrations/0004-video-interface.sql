-- The video interface, whole: deleted clips, spritesheets, changes that can be resumed.

alter table outputs drop constraint outputs_kind_check,
  add constraint outputs_kind_check check (kind in ('preview', 'sheet', 'cell', 'picture', 'clip', 'thumbnail', 'spritesheet'));

alter table tasks
  -- Its owner deleted it: no interface shows it any more. The row stays, for the ledger.
  add column deleted_at timestamptz,
  -- Rises with each change that a poller could see, over all tasks: streams of events resume from it.
  add column change bigint not null default 0;

create sequence task_change;
create function note_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('task_change');
  return new;
end $$;
create trigger tasks_note_change before insert or update of phase, progress, deleted_at on tasks
  for each row execute function note_change();
create index tasks_changed on tasks (account_id, change);
