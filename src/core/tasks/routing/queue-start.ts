/**
 * The position from which a process reads the queue. Tasks that were leased leave dead rows at
 * the head of the queue as long as any older transaction is open, and a query that begins at the
 * first of them gets slower with each.
 */
import type { Clock } from '@kinora/shared/clock';
import { memoizeByKey } from '../../../platform/lib/memoize-by-key.ts';
import { openPace } from '../../../platform/lib/async/pace.ts';
import { tiers } from '@kinora/shared/models/model-card';

export interface QueueStart {
  /**
   * `fromTurns`, by tier: rows with lower turns are not read. At intervals all of them are 0, so
   * that no task is left behind.
   */
  read<Result>(query: (fromTurns: readonly bigint[]) => Promise<Result>): Promise<Result>;
  /** Records that this turn is being served in the tier. */
  advance(tierRank: number, turn: bigint): void;
}

/** The start of the queue for each model by itself, because their queues are served by different engines. */
export interface ModelStarts {
  /** `startTurns`: by tier, for a model. At intervals all of them are 0. */
  read<Result>(query: (startTurns: (model: string) => readonly bigint[]) => Promise<Result>): Promise<Result>;
  advance(model: string, tierRank: number, turn: bigint): void;
  /** A task that waits in the same line has this turn: new tasks may get it, too. */
  goBack(model: string, tierRank: number, turn: bigint): void;
}

/**
 * A submit may commit a task after others with a later turn were leased. Queries begin where the queue was so
 * long ago, which is longer than a submit takes. It is a time and no number of turns, because each turn has a
 * task of every account.
 */
const lagMs = 500;
/** How far below the first turn the search begins until the first turn is known. */
const slack = 2n;
/** The pause between two queries that begin with the lowest turn. */
const fromLowest = { minMs: 2_000, maxMs: 30_000 };

/** The turn that a tier had reached a while ago. */
class ServedTurn {
  readonly #clock: Pick<Clock, 'now'>;
  /** The turn is 0 if it is unknown. */
  startTurn = 0n;
  #latest = 0n;
  #sinceMs = 0;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  advance(turn: bigint): void {
    const nowMs = this.#clock.now();
    if (this.startTurn === 0n) this.#beginBefore(turn);
    // Those that follow a task which was left behind may have been, too.
    this.goBack(turn);
    if (nowMs - this.#sinceMs >= lagMs) {
      this.startTurn = this.#latest;
      this.#sinceMs = nowMs;
    }
    if (turn > this.#latest) this.#latest = turn;
  }

  goBack(turn: bigint): void {
    if (turn < this.startTurn) this.#beginBefore(turn);
  }

  #beginBefore(turn: bigint): void {
    this.startTurn = turn > slack ? turn - slack : 0n;
    this.#latest = this.startTurn;
    this.#sinceMs = this.#clock.now();
  }
}

export function openModelStarts(clock: Pick<Clock, 'now'>): ModelStarts {
  const pace = openPace(clock, fromLowest);
  const findServedTurns = memoizeByKey((_model: string) => tiers.map(() => new ServedTurn(clock)));
  const startTurns = (model: string) => findServedTurns(model).map(({ startTurn }) => startTurn);
  const lowest = tiers.map(() => 0n);
  return {
    read: query => (pace.waitMs > 0 ? query(startTurns) : pace.run(() => query(() => lowest))),
    advance: (model, tierRank, turn) => findServedTurns(model)[tierRank - 1]?.advance(turn),
    goBack: (model, tierRank, turn) => findServedTurns(model)[tierRank - 1]?.goBack(turn),
  };
}

/** Opens the queue start of one model. */
export function openQueueStart(clock: Pick<Clock, 'now'>): QueueStart {
  const starts = openModelStarts(clock);
  const model = '';
  return {
    read: query => starts.read(startTurns => query(startTurns(model))),
    advance: (tierRank, turn) => starts.advance(model, tierRank, turn),
  };
}
