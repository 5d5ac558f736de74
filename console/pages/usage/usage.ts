/** Usage as aggregated by the server (`usage show`), and the page's query parameters. */
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { dayAfter, daysBefore, today } from '../../data/days.ts';

export const usageKeys = ['day', 'model', 'token', 'user', 'end_user', 'tier', 'account', 'client'] as const;
export type UsageKey = (typeof usageKeys)[number];

export type UsageLine = LineOf<'usage show'>;

/** `range`: days back from today; otherwise `from` and `to`, days of the server, both inclusive. */
export type UsageAddress = Readonly<
  Record<
    'by' | 'range' | 'from' | 'to' | 'show' | 'account' | (typeof filterKeys)[number],
    string | undefined
  >
>;

export const filterKeys = ['model', 'token', 'user', 'end_user', 'tier', 'client'] as const;

export const defaultRange = '30';

export interface UsageRequest {
  readonly by: readonly UsageKey[];
  /** The first and the last day. */
  readonly first: string;
  readonly last: string;
  /** The input of the procedure. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** `ownAccount`: the user's account. `account=all` covers all accounts, for operators. */
export function toUsageRequest(
  address: UsageAddress,
  { ownAccount, timeZone }: { readonly ownAccount: string; readonly timeZone: string },
): UsageRequest {
  const groupKeys = usageKeys.filter(key => (address.by ?? 'day').split(',').includes(key));
  const lastDay = address.to ?? today(timeZone);
  const firstDay = address.from ?? daysBefore(lastDay, Number(address.range ?? defaultRange) - 1);
  const account = address.account === 'all' ? undefined : (address.account ?? ownAccount);
  const filters = Object.fromEntries(filterKeys.map(key => [key, address[key]]));
  return {
    by: groupKeys.length > 0 ? groupKeys : ['day'],
    first: firstDay,
    last: lastDay,
    values: { from: firstDay, to: dayAfter(lastDay), account, ...filters },
  };
}

/** The share of succeeded tasks among those not cancelled. Returns null if there are none. */
export function successShare({ succeeded: successCount, failed: failureCount }: UsageLine): number | null {
  return successCount + failureCount === 0 ? null : successCount / (successCount + failureCount);
}

/** The filter for drilling down into a line: its values become filters, and it is grouped by another key. */
export function drillDown(line: UsageLine, { by }: UsageRequest): Partial<UsageAddress> {
  const lineFilters = Object.fromEntries(
    filterKeys.flatMap(key => (by.includes(key) && line[key] ? [[key, line[key]]] : [])),
  );
  const day = by.includes('day') && line.day ? { from: line.day, to: line.day, range: undefined } : {};
  const nextKey = by.includes('day') ? 'model' : 'day';
  const account = by.includes('account') && line.account ? { account: line.account } : {};
  const isModelKnown = nextKey === 'model' && lineFilters['model'] !== undefined;
  return { ...lineFilters, ...day, ...account, by: isModelKnown ? 'tier' : nextKey };
}

/** Whether drilling down has an effect; otherwise only the tasks can be listed. */
export function isDrillable(line: UsageLine, { by }: UsageRequest): boolean {
  return by.some(key => line[key] !== null && line[key] !== undefined);
}
