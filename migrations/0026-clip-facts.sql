-- The frame rate of a clip, and whether it has sound, as they are in the file. Null: no clip, or it was made before.
alter table outputs
  add column frames_per_second double precision,
  add column has_sound boolean,
  add constraint outputs_frames_per_second check (frames_per_second > 0) not valid;
