-- A token may have a group of the other kind, too, so that one key works at both interfaces.
alter table tokens add column also_group text references groups (name);
