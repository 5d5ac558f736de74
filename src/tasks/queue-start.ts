/**
 * The position from which a process reads the queue. Tasks that were leased leave dead rows at the head of the queue as long as any older
 * transaction is open, and a query that begins at the first of them gets slower with each.
 */
import type { Clock } from '../lib/clock.ts';
import { mapOf } from '../lib/map-of.ts';
import { openPace } from '../lib/async/pace.ts';
import { tiers } from '../models/model-card.ts';

export interface QueueStart {
  /** `fromTurns`, by tier: rows with lower turns are not read. At intervals all of them are 0, so that no task is left behind. */
  read<Result>(query: (fromTurns: readonly bigint[]) => Promise<Result>): Promise<Result>;
  /** Records that this turn is being served in the tier. */
  advance(tierRank: number, turn: bigint): void;
}

/** A task that is submitted while others are leased can get a lower turn than theirs. Queries begin this far below. */
const slack = 100n;
/** Between two queries that begin with the lowest turn. */
const fromLowest = { minMs: 2_000, maxMs: 30_000 };

export function openQueueStart(clock: Pick<Clock, 'now'>): QueueStart {
  const pace = openPace(clock, fromLowest);
  const fromTurns = tiers.map(() => 0n);
  return {
    read: query => {
      if (pace.waitMs > 0) return query([...fromTurns]);
      fromTurns.fill(0n);
      return pace.run(() => query([...fromTurns]));
    },
    advance: (tierRank, turn) => {
      const from = turn - slack;
      if (from > (fromTurns[tierRank - 1] ?? from)) fromTurns[tierRank - 1] = from;
    },
  };
}

/** The same for each model by itself: their queues are served by different engines. */
export interface ModelStarts {
  /** `turnsOf`: by tier, for a model. At intervals all of them are 0. */
  read<Result>(query: (turnsOf: (model: string) => readonly bigint[]) => Promise<Result>): Promise<Result>;
  advance(model: string, tierRank: number, turn: bigint): void;
}

export function openModelStarts(clock: Pick<Clock, 'now'>): ModelStarts {
  const pace = openPace(clock, fromLowest);
  let turnsOf = mapOf((_model: string) => tiers.map(() => 0n));
  return {
    read: query => {
      if (pace.waitMs > 0) return query(turnsOf);
      turnsOf = mapOf(() => tiers.map(() => 0n));
      return pace.run(() => query(turnsOf));
    },
    advance: (model, tierRank, turn) => {
      const turns = turnsOf(model);
      const from = turn - slack;
      if (from > (turns[tierRank - 1] ?? from)) turns[tierRank - 1] = from;
    },
  };
}
