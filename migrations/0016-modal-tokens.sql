-- A modal could be answered with another token than its button was pressed with. The price was then held on the token that
-- answered and given back to the other one, whose counters do not go below zero: such tasks never ended. They are the token's
-- that holds their price, and the counters of both tokens are taken from their tasks again.
with moved as (
  update tasks set token_id = hold.token_id
  from ledger_entries hold, tasks before
  where tasks.modal_hash is not null and hold.task_id = tasks.id and hold.kind = 'hold' and hold.token_id <> tasks.token_id
    and before.id = tasks.id
  returning before.token_id as old_token, tasks.token_id as new_token
)
select old_token as id into temporary miscounted from moved union select new_token from moved;

update tokens set
  held_micros = sums.held, spent_micros = sums.spent, open_tasks = sums.open, day_micros = sums.day, month_micros = sums.month
from (
  select tokens.id,
    coalesce(sum(amount_micros) filter (where finished_at is null), 0) as held,
    coalesce(sum(charged_micros), 0) as spent,
    count(tasks.id) filter (where finished_at is null and held_on is not null) as open,
    coalesce(sum(coalesce(charged_micros, amount_micros)) filter (where held_on = tokens.day), 0) as day,
    coalesce(sum(coalesce(charged_micros, amount_micros))
      filter (where date_trunc('month', held_on) = date_trunc('month', tokens.day)), 0) as month
  from tokens join miscounted on miscounted.id = tokens.id left join tasks on tasks.token_id = tokens.id
  group by tokens.id
) sums where sums.id = tokens.id;

drop table miscounted;
