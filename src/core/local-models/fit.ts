/** Whether a model runs on a machine, and how well. Pure. */
import type { Machine } from '../../platform/lib/machine/machine.ts';
import { downloadBytes, type LocalModelEntry } from './entry.ts';

export const verdicts = ['well', 'slowly', 'no'] as const;
export type Verdict = (typeof verdicts)[number];

/** Each has a text in both languages (api/procedures/local/local-texts.ts). */
export const fitReasons = [
  'fit_card',
  'fit_card_low',
  'fit_card_unknown',
  'fit_processor',
  'fit_processor_slow',
  'fit_needs_card',
  'fit_needs_larger_card',
  'fit_needs_memory',
  'fit_needs_disk',
  'fit_needs_program',
] as const;
export type FitReason = (typeof fitReasons)[number];

export interface Fit {
  readonly verdict: Verdict;
  readonly reason: FitReason;
  /** The values of the text of the reason: gigabytes, and the name of the card. */
  readonly details: Readonly<Record<string, string | number>>;
}

export interface FitMachine extends Machine {
  /** Free space on the volume of the models folder, in bytes. Undefined if it is not known. */
  readonly freeBytes: number | undefined;
  /** Whether the program of the catalogue is offered for its system, or the operator has one. */
  readonly hasProgram: boolean;
}

type ModelNeeds = Pick<LocalModelEntry, 'needs' | 'files'>;

/** Memory that is left free for everything else. */
const reserveBytes = 1e9;
/** A machine with 8 GB reports a little less. */
const tolerance = 0.9;

/** Checks whether a model fits. `presentBytes`: the bytes of its files that are on the disk already. */
export function checkFit(entry: ModelNeeds, machine: FitMachine, presentBytes = 0): Fit {
  if (!machine.hasProgram)
    return doesNotFit('fit_needs_program', { system: `${machine.platform} ${machine.arch}` });
  const missing = Math.max(0, downloadBytes(entry) - presentBytes);
  if (machine.freeBytes !== undefined && machine.freeBytes < missing + reserveBytes)
    return doesNotFit('fit_needs_disk', {
      needed: gigabytes(missing + reserveBytes),
      free: gigabytes(machine.freeBytes),
    });
  return fitOfHardware(entry, machine);
}

/** Checks the hardware without the free disk space. */
function fitOfHardware({ needs }: ModelNeeds, { memoryBytes, cards }: Machine): Fit {
  const [card] = cards;
  const memory = gigabytes(memoryBytes);
  if (memoryBytes < needs.memory * 1e9 * tolerance)
    return doesNotFit('fit_needs_memory', { needed: needs.memory, memory });
  if (card) {
    const details = {
      card: card.name,
      needed: needs.low ?? needs.video,
      memory: gigabytes(card.memoryBytes ?? 0),
    };
    if (card.memoryBytes === undefined) return { verdict: 'slowly', reason: 'fit_card_unknown', details };
    if (card.memoryBytes >= needs.video * 1e9 * tolerance)
      return { verdict: 'well', reason: 'fit_card', details };
    if (card.memoryBytes >= details.needed * 1e9 * tolerance)
      return { verdict: 'slowly', reason: 'fit_card_low', details };
    if (needs.processor === 'no') return doesNotFit('fit_needs_larger_card', details);
  }
  if (needs.processor === 'no') return doesNotFit('fit_needs_card', { needed: needs.low ?? needs.video });
  return needs.processor === 'well'
    ? { verdict: 'well', reason: 'fit_processor', details: { memory } }
    : { verdict: 'slowly', reason: 'fit_processor_slow', details: { memory } };
}

/**
 * The model to recommend: the one of the highest rank among those that run well, otherwise among all that
 * run. Returns undefined if none runs.
 */
export function pickBest<Entry extends { readonly rank: number; readonly verdict: Verdict }>(
  entries: readonly Entry[],
): Entry | undefined {
  const byRank = entries.toSorted((one, other) => other.rank - one.rank);
  return (
    byRank.find(({ verdict }) => verdict === 'well') ?? byRank.find(({ verdict }) => verdict === 'slowly')
  );
}

function doesNotFit(reason: FitReason, details: Fit['details']): Fit {
  return { verdict: 'no', reason, details };
}

export function gigabytes(bytes: number): number {
  return Math.round(bytes / 1e8) / 10;
}
