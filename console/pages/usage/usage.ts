/** Usage as the server sums it up (`usage show`), and what the page's address asks of it. */
import type { LineOf } from '../../../src/procedures/contract.ts';
import { dayAfter, daysBefore, today } from './days.ts';

export const usageKeys = ['day', 'model', 'token', 'user', 'tier', 'account'] as const;
export type UsageKey = (typeof usageKeys)[number];

export type UsageLine = LineOf<'usage show'>;

/** `range`: days back from today, else `from` and `to` (both days of UTC, the last one too). */
export type UsageAddress = Readonly<
  Record<
    'by' | 'range' | 'from' | 'to' | 'model' | 'token' | 'user' | 'tier' | 'account' | 'show',
    string | undefined
  >
>;

export const filterKeys = ['model', 'token', 'user', 'tier'] as const;

export const defaultRange = '30';

export interface Asked {
  readonly by: readonly UsageKey[];
  /** First and last day. */
  readonly first: string;
  readonly last: string;
  /** For the server. */
  readonly values: Readonly<Record<string, string | undefined>>;
}

/** `own`: the account of who looks; `account=all` is an operator's view of everybody. */
export function askedBy(address: UsageAddress, own: string): Asked {
  const by = usageKeys.filter(key => (address.by ?? 'day').split(',').includes(key));
  const last = address.to ?? today();
  const first = address.from ?? daysBefore(last, Number(address.range ?? defaultRange) - 1);
  const account = address.account === 'all' ? undefined : (address.account ?? own);
  const { model, token, user, tier } = address;
  return {
    by: by.length > 0 ? by : ['day'],
    first,
    last,
    values: { from: first, to: dayAfter(last), account, model, token, user, tier },
  };
}

/** Of those that ended by themselves; null: none did. */
export function successOf({ succeeded, failed }: UsageLine): number | null {
  return succeeded + failed === 0 ? null : succeeded / (succeeded + failed);
}

/** Where a click on a line leads: the same, of this line only, broken down by what is not known yet. */
export function drillDown(line: UsageLine, { by }: Asked): Partial<UsageAddress> {
  const known = Object.fromEntries(
    filterKeys.flatMap(key => (by.includes(key) && line[key] ? [[key, line[key]]] : [])),
  );
  const day = by.includes('day') && line.day ? { from: line.day, to: line.day, range: undefined } : {};
  const next = by.includes('day') ? 'model' : 'day';
  const account = by.includes('account') && line.account ? { account: line.account } : {};
  const isModelKnown = next === 'model' && known['model'] !== undefined;
  return { ...known, ...day, ...account, by: isModelKnown ? 'tier' : next };
}

/** Nothing more can be told than its tasks. */
export function isDrillable(line: UsageLine, { by }: Asked): boolean {
  return by.some(key => line[key] !== null && line[key] !== undefined);
}
