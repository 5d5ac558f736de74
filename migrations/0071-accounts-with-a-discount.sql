-- Finds the accounts whose discounts have ended without reading all accounts.
create index accounts_with_volume_factor on accounts (id) where volume_factor_micros <> 1000000;
