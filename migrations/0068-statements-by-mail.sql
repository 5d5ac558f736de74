-- Whether the owners of an account get its statement by e-mail at the beginning of each month, and the last month that was queued.
alter table billing_details add column mails_statement boolean not null default false;
alter table billing_details add column statement_month date;
