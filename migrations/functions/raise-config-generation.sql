create or replace function raise_config_generation() returns trigger language plpgsql as $$
begin
  update config_generation set generation = generation + 1;
  perform pg_notify('kinora_config', '');
  return null;
end $$;
