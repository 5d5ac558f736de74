/**
 * The limit of concurrent tasks of an account. It is checked under the lock of its row, so that
 * simultaneous submits cannot exceed it.
 */
import { AppError } from '@kinora/shared/errors/errors';

/**
 * An expression on `accounts`: the number of its plan as long as that lasts, and
 * otherwise its own. Null: no limit.
 */
export const openTasksLimit = 'coalesce(case when plan_until > now() then plan_max_open end, max_open)';

/** Columns that the error needs. */
export const openLimitColumns = `${openTasksLimit} as open_at_most,
  case when ${openTasksLimit} is not null then open_tasks_of(accounts.id) else 0 end as open_tasks`;

export interface OpenLimitRow {
  readonly open_at_most: number | null;
  readonly open_tasks: number;
}

/** The error if the account has too many tasks in progress for these. Returns undefined if it does not. */
export function findOpenLimitError(
  { open_at_most: limit, open_tasks: open }: OpenLimitRow,
  tasks: number,
): AppError | undefined {
  if (limit === null || open + tasks <= limit) return undefined;
  return new AppError('account_open_reached', { limit, retryAfter: 5 });
}
