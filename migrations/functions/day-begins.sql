-- The first moment of a day in the time zone of days. Clocks that change at midnight skip it or have it twice: PostgreSQL takes the moment of
-- the change for one that is skipped, and the later one of two, so that the offset of the day before is tried as well. Times without a zone
-- are in UTC, because the days of intervals have 24 hours there.
create or replace function day_begins(day date) returns timestamptz language plpgsql stable parallel safe as $$
declare
  zone text := day_zone();
  late timestamp := (day::timestamp at time zone zone) at time zone 'utc';
  clock_before timestamp := ((late - interval '1 day') at time zone 'utc') at time zone zone;
  early timestamp := late - interval '1 day' + (day::timestamp - clock_before);
begin
  if early < late and (early at time zone 'utc' at time zone zone)::date >= day then
    return early at time zone 'utc';
  end if;
  return late at time zone 'utc';
end $$;
