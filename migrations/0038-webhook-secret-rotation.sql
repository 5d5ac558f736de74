-- The secret that was replaced last signs as well for a while, so that receivers can be changed without losing a message.
alter table accounts
  add column webhook_secret_before bytea,
  add column webhook_secret_before_until timestamptz,
  add constraint accounts_webhook_secret_before check ((webhook_secret_before is null) = (webhook_secret_before_until is null));
