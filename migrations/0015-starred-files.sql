-- Bytes of the files of a starred task that are kept longer, counted in its account's quota; null: kept as usual.
alter table tasks add column kept_bytes bigint;
create index tasks_starred_files on tasks (account_id, bookmarked_at, id)
  where bookmarked_at is not null and kept_bytes is null and deleted_at is null and files_deleted_at is null;
create index tasks_kept_longer on tasks (account_id) where kept_bytes is not null;
