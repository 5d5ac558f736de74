-- Whether this much more leaves a member within the monthly budget. The caller has locked the account, under which all of its submits run one
-- after the other, and this function sees what others have committed meanwhile, so that requests at once exceed nothing.
create or replace function member_fits(member uuid, asked bigint) returns boolean language plpgsql volatile as $$
declare
  budget bigint;
  this_month date := date_trunc('month', now() at time zone day_zone())::date;
begin
  select cap_month_micros into budget from users where id = member;
  return budget is null or asked + coalesce((
    select sum(month_micros) from tokens where user_id = member and day >= this_month
  ), 0) <= budget;
end $$;
