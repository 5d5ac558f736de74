/**
 * What a token may see of the money behind it. A token with the scope `account` sees the balance of its
 * account. One with the scope `own` was given to a user or a program, who see what the token may spend, and
 * nothing of what others of the account do.
 */
import type { Micros } from '@kinora/shared/money';
import type { Queryable } from '../../platform/db/open.ts';
import type { Token } from '../accounts/tokens.ts';
import { readBalance } from './ledger.ts';

export interface TokenBalance {
  /** The balance of the account. Undefined if the token does not see it. */
  readonly account: { readonly availableMicros: Micros; readonly heldMicros: Micros } | undefined;
  /** The caps of the token by period. A period without a cap is absent. */
  readonly caps: Readonly<Partial<Record<'total' | 'day' | 'month', CapState>>>;
  /**
   * The least of what the account, if the token sees it, and the caps leave.
   * Undefined means no cap limits it.
   */
  readonly spendableMicros: Micros | undefined;
}

export interface CapState {
  readonly limitMicros: Micros;
  readonly leftMicros: Micros;
}

export async function tokenBalance(db: Queryable, token: Token): Promise<TokenBalance> {
  const caps = capStates(token);
  const account = token.scope === 'account' ? await readBalance(db, token.accountId) : undefined;
  const remainders = Object.values(caps).map(({ leftMicros }) => leftMicros);
  const [firstLimit, ...otherLimits] = account ? [account.availableMicros, ...remainders] : remainders;
  const spendableMicros = otherLimits.reduce(
    (least, each) => (least < each ? least : each),
    firstLimit as Micros,
  );
  return { account, caps, spendableMicros };
}

function capStates(token: Token): TokenBalance['caps'] {
  const capRows = [
    ['total', token.capTotalMicros, token.heldMicros + token.spentMicros],
    ['day', token.capDayMicros, token.todayMicros],
    ['month', token.capMonthMicros, token.monthMicros],
  ] as const;
  return Object.fromEntries(
    capRows.flatMap(([name, limitMicros, used]) => {
      if (limitMicros === null) return [];
      return [[name, { limitMicros, leftMicros: limitMicros > used ? limitMicros - used : 0n }]];
    }),
  );
}
