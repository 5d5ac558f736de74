/** Lines of the ledger, and those of one task folded to one. */
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

export interface Entry {
  /** Counts up. */
  readonly id: string;
  readonly account: string;
  readonly at: string;
  readonly kind: EntryKind;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
  /** Of the account, afterwards. */
  readonly available: string | null;
  readonly task: string | null;
  readonly model: string | null;
  readonly price_version: string | null;
  readonly token: string | null;
  readonly token_name: string | null;
  readonly user: string | null;
  readonly reason: string | null;
}

/** What is shown in one line: the newest entry, and with it those of the same task that it answers. */
export interface Fold {
  readonly entry: Entry;
  /** More than one: newest first. */
  readonly parts: readonly Entry[];
  /** What all that did to the available balance. */
  readonly change: string;
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
  const isFolded = ({ kind, task }: Entry) => task !== null && folded.includes(kind);
  const ofTask = Map.groupBy(entries.filter(isFolded), ({ task, account }) => `${account} ${task}`);
  return entries.flatMap(entry => {
    const parts = isFolded(entry) ? (ofTask.get(`${entry.account} ${entry.task}`) ?? [entry]) : [entry];
    return parts[0] === entry ? [{ entry, parts, change: sumOf(parts.map(changeOf)) }] : [];
  });
}

/** Every entry for itself. */
export function flat(entries: readonly Entry[]): readonly Fold[] {
  return entries.map(entry => ({ entry, parts: [entry], change: changeOf(entry) }));
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
