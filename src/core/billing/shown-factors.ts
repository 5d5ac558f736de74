/**
 * The prices that lists of models show: those at which the caller can buy, without the factors themselves.
 */
import { formatMicros, type Micros, parseMicros, timesFactor } from '@kinora/shared/money';
import type { ModelCard } from '@kinora/shared/models/model-card';
import { accountFactor } from '../accounts/accounts.ts';
import { usableGroups } from '../accounts/groups.ts';
import type { Queryable } from '../../platform/db/open.ts';
import { readFirst } from '../../platform/db/row.ts';
import { statement } from '../../platform/db/statement.ts';

const unitFactor = 1_000_000n;

const selectAccountFactor = statement(
  'factor_of_account',
  `select ${accountFactor} as factor_micros from accounts where id = $1`,
);

/** The factor on every price of a model. */
export type ShownFactors = (card: Pick<ModelCard, 'id' | 'group'>) => Micros;

/** Shows prices as they are set. */
export const plainPrices: ShownFactors = () => unitFactor;

/**
 * The lowest factor of the groups in which the account can use a model, times that of the account. Without an
 * account: what a new account would get. A model that is in none of these groups is shown at its own price.
 */
export async function readShownFactors(db: Queryable, accountId: string | undefined): Promise<ShownFactors> {
  const account =
    accountId === undefined
      ? undefined
      : await readFirst<{ readonly factorMicros: Micros }>(db, selectAccountFactor, [accountId]);
  const accountFactor = account?.factorMicros ?? unitFactor;
  const usable = await usableGroups(db, accountId);
  return ({ id, group }) => {
    const factors = usable
      .filter(({ name, models }) => models?.includes(id) ?? name === group)
      .map(({ factorMicros }) => factorMicros);
    const least = factors.reduce((low, factor) => (factor < low ? factor : low), factors[0] ?? unitFactor);
    return (least * accountFactor) / unitFactor;
  };
}

/** A price of a model card with a factor, as a quote computes it. */
export function shownPrice(unitPrice: string, factorMicros: Micros): string {
  return factorMicros === unitFactor
    ? unitPrice
    : formatMicros(timesFactor(parseMicros(unitPrice), factorMicros));
}
