/** Why tasks were not made: asked afterwards, since the statement that would have made them only says that it did not. */
import { limitColumns, limitReached, type TokenLimitsRow } from '../accounts/token-limits.ts';
import type { Queryable } from '../db/open.ts';
import { statement } from '../db/statement.ts';
import { AppError } from '../errors.ts';
import { formatMicros } from '../lib/money.ts';
import type { SubmitLimits, TaskRequest } from './submit-task.ts';

const whyRefused = statement(
  'why_refused',
  `select available_micros, suspended_at, (select count(*)::int from tasks where account_id = $1 and phase = $2) as waiting
   from accounts where id = $1`,
);

const tokenLimits = statement('token_limits', `select ${limitColumns} from tokens where id = $1`);

/** Why there is no room for all of these, as far as that is still so. */
export async function refusal(
  db: Queryable,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<AppError> {
  const [request] = requests;
  if (!request) throw new Error('Nothing was asked for');
  const amountMicros = requests.reduce((sum, { quote }) => sum + quote.amountMicros, 0n);
  const phase = request.waitSeconds === undefined ? 'queued' : 'waiting';
  const [row] = await db.query<{ available_micros: bigint; suspended_at: Date | null; waiting: number }>(
    whyRefused,
    [request.accountId, phase],
  );
  if (row?.suspended_at) return new AppError('account_suspended');
  const [token] = await db.query<TokenLimitsRow>(tokenLimits, [request.tokenId]);
  const reached =
    token && limitReached(token, { amountMicros, currency: limits.currency, tasks: requests.length });
  if (reached) return reached;
  if (row && row.waiting + requests.length > limits.maxWaiting)
    return new AppError('queue_full', { limit: limits.maxWaiting });
  // Whatever it was is over: the next try may go through.
  if (row && row.available_micros >= amountMicros) return new AppError('submit_again');
  return new AppError('insufficient_balance', {
    amount: formatMicros(amountMicros),
    available: formatMicros(row?.available_micros ?? 0n),
    currency: limits.currency,
  });
}
