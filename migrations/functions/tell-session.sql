-- Streams of events end with the session: whichever way it ended.
create or replace function tell_session() returns trigger language plpgsql as $$
begin
  perform pg_notify('kinora_session', case tg_table_name when 'sessions' then to_jsonb(old)->>'user_id' else to_jsonb(old)->>'id' end);
  return null;
end $$;
