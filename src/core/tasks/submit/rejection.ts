/**
 * Finds out why a submit was rejected. It queries this afterwards, because the submit statement only
 * reports that it inserted nothing.
 */
import { racePoint } from '../../../platform/lib/async/race-point.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { type OpenLimitRow, openLimitColumns, findOpenLimitError } from '../../accounts/account-limits.ts';
import { limitColumns, limitReached, type TokenLimitsRow } from '../../accounts/token-limits.ts';
import type { Token } from '../../accounts/tokens.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { statement } from '../../../platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { balanceError } from '../../billing/balance-error.ts';
import type { SubmitLimits, TaskRequest } from './task-request.ts';

const readRejectionFacts = statement(
  'why_rejected',
  `select available_micros, suspended_at, ${openLimitColumns},
     case $2
       when 'waiting' then (select count(*)::int from tasks where account_id = $1 and phase = 'waiting')
       else (select count(*)::int from task_queue where account_id = $1)
     end as waiting
   from accounts where id = $1`,
);

const tokenLimits = statement('token_limits', `select ${limitColumns}, scope from tokens where id = $1`);

const maxTries = 5;

/**
 * Repeats a submit if the reason for its rejection no longer applies when it is read, for example a queue
 * that was full. `submit` returns undefined if it was rejected and changed nothing. Throws the reason.
 */
export async function submitOrReject<Row>(
  submit: () => Promise<Row | undefined>,
  findReason: () => Promise<AppError | undefined>,
): Promise<Row> {
  for (let tries = 0; tries < maxTries; tries++) {
    await racePoint('submit a task');
    const row = await submit();
    if (row !== undefined) return row;
    const reason = await findReason();
    if (reason) throw reason;
  }
  throw new AppError('submit_again');
}

/** Returns why there is no room for all of these; undefined: there is room now. */
export async function rejection(
  db: Queryable,
  requests: readonly TaskRequest[],
  limits: SubmitLimits,
): Promise<AppError | undefined> {
  const [request] = requests;
  if (!request) throw new InvariantError('Nothing was asked for');
  const amountMicros = requests.reduce((sum, { quote }) => sum + quote.amountMicros, 0n);
  const phase = request.waitSeconds === undefined ? 'queued' : 'waiting';
  const [row] = await db.query<
    OpenLimitRow & { available_micros: bigint; suspended_at: Date | null; waiting: number }
  >(readRejectionFacts, [request.accountId, phase]);
  if (row?.suspended_at) return new AppError('account_suspended');
  const { tokenId, endUser } = request;
  const [token] = await db.query<TokenLimitsRow & Pick<Token, 'scope'>>(tokenLimits, [
    tokenId,
    endUser ?? null,
  ]);
  const { currency } = limits;
  const limitError =
    token && limitReached(token, { amountMicros, currency, tasks: requests.length, endUser });
  if (limitError) return limitError;
  const isFull = row && phase === 'queued' ? findOpenLimitError(row, requests.length) : undefined;
  if (isFull) return isFull;
  if (row && row.waiting + requests.length > limits.maxWaiting)
    return new AppError('queue_full', { limit: limits.maxWaiting });
  if (row && row.available_micros >= amountMicros) return undefined;
  const seesBalance = token?.scope !== 'own';
  const availableMicros = seesBalance ? (row?.available_micros ?? 0n) : undefined;
  return balanceError({ amountMicros, availableMicros, currency });
}
