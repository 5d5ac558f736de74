/** Lines of the ledger, and those of one task folded to one. */
import type { AnswerOf, LineOf } from '../../../src/procedures/contract.ts';
import { negative, sumOf } from '../../data/amounts.ts';

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

/** What is shown in one line: the newest entry, and with it those of the same task that it answers. */
export interface Fold {
  readonly entry: Entry;
  /** More than one: newest first. */
  readonly parts: readonly Entry[];
  /** What all that did to the available balance. */
  readonly change: string;
  /** What is shown as available after it. */
  readonly balance: string | null;
  /** One of the parts of a line that is open. */
  readonly isPart?: boolean;
}

/** A charge moves what was held already. */
export function changeOf({ from, to, amount }: Entry): string {
  if (to === 'available') return amount;
  return from === 'available' ? negative(amount) : '0.00';
}

const folded: readonly EntryKind[] = ['hold', 'settle', 'release'];

/** `entries` newest first. A refund stays a line of its own: it comes later, for a reason. */
export function fold(entries: readonly Entry[]): readonly Fold[] {
  const isOfTask = ({ kind, task }: Entry) => task !== null && isFolded(kind);
  const ofTask = Map.groupBy(entries.filter(isOfTask), ({ task, account }) => `${account} ${task}`);
  return entries.flatMap(entry => {
    const parts = isOfTask(entry) ? (ofTask.get(`${entry.account} ${entry.task}`) ?? [entry]) : [entry];
    if (parts[0] !== entry) return [];
    return [{ entry, parts, change: sumOf(parts.map(changeOf)), balance: entry.available }];
  });
}

/**
 * Counted down from the newest line, each balance less its amount is that of the line below: as if a task were paid at
 * once, at its end. What an entry itself says was available has the holds of other tasks in it. Only for `folds` without
 * gaps, as no filter but that of a month leaves them. Below one whose hold is on a page that was not read yet, each says
 * what its entry says.
 */
export function withBalances(folds: readonly Fold[]): readonly Fold[] {
  const [newest] = folds;
  if (!newest || newest.balance === null) return folds;
  let balance: string | undefined = newest.balance;
  return folds.map(one => {
    if (balance === undefined) return one;
    const counted = { ...one, balance };
    balance = isCut(one) ? undefined : sumOf([balance, negative(one.change)]);
    return counted;
  });
}

function isCut({ entry, parts }: Fold): boolean {
  return isFolded(entry.kind) && parts.every(({ kind }) => kind !== 'hold');
}

/** Every entry for itself. */
export function flat(entries: readonly Entry[]): readonly Fold[] {
  return entries.map(entry => ({
    entry,
    parts: [entry],
    change: changeOf(entry),
    balance: entry.available,
  }));
}

/** The parts of the line that is open stand below it. */
export function withParts(folds: readonly Fold[], open: string | undefined): readonly Fold[] {
  return folds.flatMap(one =>
    one.entry.id === open && one.parts.length > 1
      ? [one, ...flat(one.parts).map(part => ({ ...part, isPart: true }))]
      : [one],
  );
}

export function monthOf(time: string): string {
  return time.slice(0, 7);
}

/** `2026-12` and 1 is `2027-01`. */
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

/** What was spent comes first, what is held only when something is; all of them together are what the balance changed by. */
export function statementRows(lines: readonly Sum[]): readonly StatementRow[] {
  const of = (kind: EntryKind) => lines.find(line => line.kind === kind);
  const settled = of('settle');
  const held = sumOf([of('hold')?.change ?? '0', of('release')?.change ?? '0', settled?.amount ?? '0']);
  const others = entryKinds.flatMap((kind): StatementRow[] => {
    const line = of(kind);
    return line && !isFolded(kind) ? [{ kind, count: line.count, change: line.change }] : [];
  });
  return [
    ...(settled && settled.count > 0
      ? [{ kind: 'spent' as const, count: settled.count, change: negative(settled.amount) }]
      : []),
    ...(Number(held) === 0 ? [] : [{ kind: 'held' as const, count: undefined, change: held }]),
    ...others,
  ];
}

function isFolded(kind: EntryKind): kind is 'hold' | 'settle' | 'release' {
  return folded.includes(kind);
}
