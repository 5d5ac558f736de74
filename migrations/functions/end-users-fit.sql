-- Whether tasks of these end users, one amount each, leave all of them within what each may spend of a token in a month. The caller has locked
-- the token, and this function sees what others have committed meanwhile, so that requests at once exceed nothing.
create or replace function end_users_fit(of_token uuid, cap bigint, end_users text[], amounts bigint[]) returns boolean language plpgsql volatile as $$
declare
  this_month date := date_trunc('month', now() at time zone day_zone())::date;
begin
  return not exists (
    select from (
      select named.end_user, sum(named.amount) as amount from unnest(end_users, amounts) named(end_user, amount)
      where named.end_user is not null group by named.end_user
    ) requested
    where requested.amount + coalesce((
      select sum(coalesce(charged_micros, amount_micros)) from tasks
      where token_id = of_token and tasks.end_user = requested.end_user and held_on >= this_month
    ), 0) > cap
  );
end $$;
