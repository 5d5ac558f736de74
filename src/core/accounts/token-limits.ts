/**
 * The limits of a token. Usage is counted in the token's row by the statements that hold and settle,
 * so simultaneous submits on any number of nodes cannot exceed a limit. A task counts on the day of
 * its hold (platform/db/calendar.ts).
 */
import { AppError } from '@kinora/shared/errors/errors';
import { formatMicros, type Micros } from '@kinora/shared/money';
import { nextMonthBegins, thisMonth, today, tomorrowBegins } from '../../platform/db/calendar.ts';

const thisMinute = `date_trunc('minute', now())`;

/**
 * The counters for today, this month and this minute. The row stores those of the last use, so older ones
 * count as 0. A transaction that began before midnight may run after one that began later. The later day is
 * stored then. It also counts on when another time zone is set, in which that day has not come yet.
 */
export const countedToday = `case when day >= ${today} then day_micros else 0 end`;
export const countedThisMonth = `case when day >= ${thisMonth} then month_micros else 0 end`;
const countedThisMinute = `case when minute >= ${thisMinute} then minute_tasks else 0 end`;

/**
 * A condition on `tokens`: the token may submit all of the tasks that `totals` counts (`tasks`, `amount`),
 * for the end users that it lists with their amounts. `account_amount` is what all tasks of its account cost
 * that are submitted together: at least what those of its user do.
 */
export const tokenAllows = `revoked_at is null and (expires_at is null or expires_at > now())
       and (cap_total_micros is null or held_micros + spent_micros + totals.amount <= cap_total_micros)
       and (cap_day_micros is null or ${countedToday} + totals.amount <= cap_day_micros)
       and (cap_month_micros is null or ${countedThisMonth} + totals.amount <= cap_month_micros)
       and (max_open is null or open_tasks + totals.tasks <= max_open)
       and (max_per_minute is null or ${countedThisMinute} + totals.tasks <= max_per_minute)
       and (cap_end_user_micros is null or end_users_fit(id, cap_end_user_micros, totals.end_users, totals.amounts))
       and (user_id is null or member_fits(user_id, totals.account_amount))`;

/**
 * A CTE after `ended_tasks` and `new_balances`: moves the holds of ended tasks to the spent amount, or
 * subtracts them. Accounts are locked first.
 */
export const releaseOnTokens = `tokens_released as materialized (
     -- Moves the holds of the ended tasks on their tokens: to what is spent, or back.
     select release_on_tokens(
       (
         select jsonb_agg(change) from (
           select token_id as id, held_on, count(*)::int as tasks, sum(amount_micros)::bigint as amount,
             sum(charged_micros)::bigint as charged
           from ended_tasks
           where held_on is not null and exists (select from new_balances)
           group by token_id, held_on
         ) change
       )
     )
   )`;

/** The columns of a token that its limits need. */
export interface TokenLimitsRow {
  readonly revoked_at: Date | null;
  readonly expires_at: Date | null;
  readonly expired: boolean;
  readonly cap_total_micros: bigint | null;
  readonly cap_day_micros: bigint | null;
  readonly cap_month_micros: bigint | null;
  readonly cap_end_user_micros: bigint | null;
  /** The budget of its user, and what the tokens of the user spent this month. */
  readonly member_cap_micros: bigint | null;
  readonly member_micros: bigint;
  readonly max_open: number | null;
  readonly max_per_minute: number | null;
  readonly total_micros: bigint;
  readonly today_micros: bigint;
  readonly month_micros: bigint;
  /** What the end user has spent this month. 0 for a request that names none. */
  readonly end_user_micros: bigint;
  readonly open_tasks: number;
  readonly minute_tasks: number;
  /** Seconds until the next minute, day and month begin. */
  readonly next_minute: number;
  readonly next_day: number;
  readonly next_month: number;
}

/** $2: the end user, or null. */
export const limitColumns = `revoked_at, expires_at, expires_at <= now() as expired, cap_total_micros,
     cap_day_micros, cap_month_micros, cap_end_user_micros, max_open, max_per_minute,
     (
       select coalesce(sum(coalesce(charged_micros, amount_micros)), 0)::bigint
       from tasks
       where token_id = tokens.id and end_user = $2::text and held_on >= ${thisMonth}
     ) as end_user_micros,
     (select cap_month_micros from users where users.id = tokens.user_id) as member_cap_micros,
     (
       select coalesce(sum(others.month_micros), 0)::bigint
       from tokens others
       where others.user_id = tokens.user_id and others.day >= ${thisMonth}
     ) as member_micros, held_micros + spent_micros as total_micros, ${countedToday} as today_micros,
     ${countedThisMonth} as month_micros, open_tasks, ${countedThisMinute} as minute_tasks,
     ceil(extract(epoch from ${thisMinute} + interval '1 minute' - now()))::int as next_minute,
     ceil(extract(epoch from ${tomorrowBegins} - now()))::int as next_day,
     ceil(extract(epoch from ${nextMonthBegins} - now()))::int as next_month`;

export interface TokenDemand {
  readonly amountMicros: Micros;
  readonly currency: string;
  readonly tasks?: number;
  readonly endUser?: string | undefined;
}

/**
 * The error for the limit that prevents a submit. If there are several, the one that lasts
 * longest. Returns undefined if there is none.
 */
export function limitReached(
  row: TokenLimitsRow,
  { amountMicros, currency, tasks = 1, endUser }: TokenDemand,
): AppError | undefined {
  if (row.revoked_at) return new AppError('key_revoked');
  if (row.expired) return new AppError('token_expired', { at: row.expires_at?.toISOString() ?? '' });
  const caps = [
    ['total', row.cap_total_micros, row.total_micros, undefined],
    ['monthly', row.cap_month_micros, row.month_micros, row.next_month],
    ['daily', row.cap_day_micros, row.today_micros, row.next_day],
  ] as const;
  const amounts = (limit: Micros, used: Micros) => ({
    limit: formatMicros(limit),
    left: formatMicros(limit > used ? limit - used : 0n),
    amount: formatMicros(amountMicros),
    currency,
  });
  for (const [cap, limit, used, retryAfter] of caps) {
    if (limit === null || used + amountMicros <= limit) continue;
    return new AppError('token_cap_reached', {
      cap,
      ...amounts(limit, used),
      ...(retryAfter && { retryAfter }),
    });
  }
  const { cap_end_user_micros: endUserCap, end_user_micros: spentByEndUser, next_month: retryAfter } = row;
  const { member_cap_micros: budget, member_micros: spentByMember } = row;
  if (budget !== null && spentByMember + amountMicros > budget)
    return new AppError('member_budget_reached', { ...amounts(budget, spentByMember), retryAfter });
  if (endUserCap !== null && endUser !== undefined && spentByEndUser + amountMicros > endUserCap)
    return new AppError('end_user_cap_reached', {
      endUser,
      ...amounts(endUserCap, spentByEndUser),
      retryAfter,
    });
  if (row.max_per_minute !== null && row.minute_tasks + tasks > row.max_per_minute)
    return new AppError('token_rate_reached', { limit: row.max_per_minute, retryAfter: row.next_minute });
  if (row.max_open !== null && row.open_tasks + tasks > row.max_open)
    return new AppError('token_open_reached', { limit: row.max_open, retryAfter: 5 });
  return undefined;
}
