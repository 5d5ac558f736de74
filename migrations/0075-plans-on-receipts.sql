-- The name that a plan had when a receipt for it was issued, so that a plan that is renamed does not change receipts. Null for credit, and for
-- documents that were issued before: the name that a plan had then is not known, so they go on to show the one that it has.
alter table receipts add column plan text;
