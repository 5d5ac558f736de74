-- What the operator tells the visitors of the server: one row, or none.
create table site (
  id boolean primary key default true constraint site_one_row check (id),
  name text,
  contact text,
  announcement text,
  -- Plain texts. With terms, people accept them when they sign up.
  terms text,
  privacy text,
  changed_at timestamptz not null default now()
);
