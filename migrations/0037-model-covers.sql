-- The picture that the Console shows for a model of the operator: of the first test of the model that made one.
create table model_covers (
  -- An ID of a model is never used again, so the row of a removed model does no harm.
  model text primary key,
  -- A WebP as a data URL, as the test shows it: at most 256 pixels wide and high.
  picture text not null check (picture like 'data:image/webp;base64,%' and length(picture) < 200000),
  made_at timestamptz not null default now()
);
