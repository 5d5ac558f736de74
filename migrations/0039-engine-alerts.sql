-- Engines that are unavailable and of which the operator's webhook was told: each process sees here what another one told, also after a
-- restart. An engine has a row from the first pause of one of its routes until no route of it is paused.
create table engine_alerts (
  engine text primary key,
  since timestamptz not null,
  reason text
);
