-- Whether a webhook is the operator's default (KINORA_NOTIFY_HOOK). Its URL may contain a key, and only operators see it, also after
-- the setting has changed. False as well for the default webhooks of older tasks.
alter table hooks add column is_default boolean not null default false;
