-- The last probe of an engine, if it failed and nothing has succeeded on the engine since. Null: it did not fail, or there was none.
alter table engines
  -- The first of the probes that failed one after the other, and the last one.
  add column failed_probe_since timestamptz,
  add column failed_probe_at timestamptz,
  -- Why the last one failed, in the languages of the Console: {"en": "…", "zh": "…"}.
  add column failed_probe_reason jsonb,
  add check ((failed_probe_at is null) = (failed_probe_since is null) and (failed_probe_at is null) = (failed_probe_reason is null));
