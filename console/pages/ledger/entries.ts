/** Ledger entries, grouped by task. */
import { dayIn } from '@kinora/shared/calendar';
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { negative, sumAmounts } from '../../data/amounts.ts';

export const entryKinds = [
  'opening',
  'top_up',
  'redeem',
  'adjust',
  'refund',
  'hold',
  'release',
  'settle',
] as const;
export type EntryKind = (typeof entryKinds)[number];

export type Entry = LineOf<'ledger list'>;

/** One displayed line: the newest entry, together with the other entries of the same task. */
export interface Fold {
  readonly entry: Entry;
  /** All entries of the line, newest first. */
  readonly parts: readonly Entry[];
  /** The total change of the available balance. */
  readonly change: string;
  /** The available balance displayed after the line. */
  readonly balance: string | null;
  /** A single entry below an expanded line. */
  readonly isPart?: boolean;
}

/** A charge moves money that is already held, so it does not change the available balance. */
export function entryChange({ from, to, amount }: Entry): string {
  if (to === 'available') return amount;
  return from === 'available' ? negative(amount) : '0.00';
}

const foldedKinds: readonly EntryKind[] = ['hold', 'settle', 'release'];

/**
 * `entries` must be newest first. A refund is a separate line, because it happens
 * later for a reason of its own.
 */
export function foldEntries(entries: readonly Entry[]): readonly Fold[] {
  const isOfTask = ({ kind, task }: Entry) => task !== null && isFolded(kind);
  const ofTask = Map.groupBy(entries.filter(isOfTask), ({ task, account }) => `${account} ${task}`);
  return entries.flatMap(entry => {
    const parts = isOfTask(entry) ? (ofTask.get(`${entry.account} ${entry.task}`) ?? [entry]) : [entry];
    if (parts[0] !== entry) return [];
    return [{ entry, parts, change: sumAmounts(parts.map(entryChange)), balance: entry.available }];
  });
}

/**
 * Computes each balance downwards from the newest line: a balance minus the line's change is the balance of
 * the line below, as if each task were paid at once, at its end. The balance recorded in an entry includes
 * holds of other tasks. `folds` must have no gaps, so the only filter allowed is that of a month. Below a
 * line whose hold is on a page that is not loaded yet, the recorded balances are used.
 */
export function withBalances(folds: readonly Fold[]): readonly Fold[] {
  const [newest] = folds;
  if (!newest || newest.balance === null) return folds;
  let balance: string | undefined = newest.balance;
  return folds.map(one => {
    if (balance === undefined) return one;
    const foldWithBalance = { ...one, balance };
    balance = isCut(one) ? undefined : sumAmounts([balance, negative(one.change)]);
    return foldWithBalance;
  });
}

function isCut({ entry, parts }: Fold): boolean {
  return isFolded(entry.kind) && parts.every(({ kind }) => kind !== 'hold');
}

/** One line per entry. */
export function toSingleFolds(entries: readonly Entry[]): readonly Fold[] {
  return entries.map(entry => ({
    entry,
    parts: [entry],
    change: entryChange(entry),
    balance: entry.available,
  }));
}

/** Inserts the entries of the expanded line below it. */
export function withParts(folds: readonly Fold[], open: string | undefined): readonly Fold[] {
  return folds.flatMap(one =>
    one.entry.id === open && one.parts.length > 1
      ? [one, ...toSingleFolds(one.parts).map(part => ({ ...part, isPart: true }))]
      : [one],
  );
}

/** The current month in the time zone of the server. */
export function currentMonth(timeZone: string): string {
  return dayIn(timeZone, Date.now()).slice(0, 7);
}

/** One month after `2026-12` is `2027-01`. */
export function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count)).toISOString().slice(0, 7);
}

type Sum = AnswerOf<'statement show'>['lines'][number];

export type RowKind = 'spent' | 'held' | Exclude<EntryKind, 'hold' | 'release' | 'settle'>;

export interface StatementRow {
  readonly kind: RowKind;
  readonly count: number | undefined;
  readonly change: string;
}

/**
 * The amount spent comes first, and the amount held only if it is not zero. The rows add up
 * to the change of the balance.
 */
export function statementRows(lines: readonly Sum[]): readonly StatementRow[] {
  const findSum = (kind: EntryKind) => lines.find(line => line.kind === kind);
  const settleLine = findSum('settle');
  const heldAmount = sumAmounts([
    findSum('hold')?.change ?? '0',
    findSum('release')?.change ?? '0',
    settleLine?.amount ?? '0',
  ]);
  const otherRows = entryKinds.flatMap((kind): StatementRow[] => {
    const line = findSum(kind);
    return line && !isFolded(kind) ? [{ kind, count: line.count, change: line.change }] : [];
  });
  return [
    ...(settleLine && settleLine.count > 0
      ? [{ kind: 'spent' as const, count: settleLine.count, change: negative(settleLine.amount) }]
      : []),
    ...(Number(heldAmount) === 0 ? [] : [{ kind: 'held' as const, count: undefined, change: heldAmount }]),
    ...otherRows,
  ];
}

function isFolded(kind: EntryKind): kind is 'hold' | 'settle' | 'release' {
  return foldedKinds.includes(kind);
}
