-- Set-up links are told from invitations, so that all of them end when there is an operator and older ones at each start.
alter table invitations
  add column is_set_up boolean not null default false;
-- Set-up links last a day; invitations of an operator that the command line made last three.
update invitations set is_set_up = true
where role = 'operator' and created_by is null and user_id is null and email is null and expires_at <= created_at + interval '25 hours';
