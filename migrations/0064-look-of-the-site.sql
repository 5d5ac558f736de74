-- The operator's logo, and the accent color of each theme.
alter table site add column logo bytea constraint site_logo_size check (octet_length(logo) <= 1000000);
alter table site add column accent_light text constraint site_accent_light_form check (accent_light ~ '^#[0-9a-f]{6}$');
alter table site add column accent_dark text constraint site_accent_dark_form check (accent_dark ~ '^#[0-9a-f]{6}$');
