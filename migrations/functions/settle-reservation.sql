-- The reservation of a run becomes what it really cost. It stays if that is not known: the engine may have accepted the job.
create or replace function settle_reservation() returns trigger language plpgsql as $$
begin
  update engine_spending set micros = micros - old.reserved_micros + old.cost_micros
  where engine = old.engine and day = old.reserved_on and old.cost_micros is not null;
  return null;
end $$;
