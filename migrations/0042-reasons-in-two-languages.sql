-- The Chinese text of why a route is paused. Null: it is not known, so the English one is shown.
alter table breakers add column reason_zh text;
