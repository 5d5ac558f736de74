/** The worker's side of trials: takes those of its engines, has them made, answers. */
import type { Database } from '../db/open.ts';
import type { Engine } from '../engines/engine.ts';
import type { Events } from '../events.ts';
import type { Clock } from '../lib/clock.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { answerTrial, takeTrial, trialTimeoutMs, type TakenTrial } from './engine-trials.ts';
import { trialJob } from './trial-job.ts';
import { tryEngine, type TrialResult } from './try-engine.ts';

export interface TrialParts {
  readonly db: Database;
  readonly engines: readonly Engine[];
  readonly catalogue: Catalogue;
  readonly events: Events;
  readonly clock: Clock;
}

export interface TrialTaker {
  /** One was announced (`kinora_trial`), or may have been. */
  look(): void;
  /** Takes no more, and waits for those in hand. */
  stop(): Promise<void>;
}

export function openTrialTaker(parts: TrialParts): TrialTaker {
  const { db, engines, events } = parts;
  const names = engines.map(({ name }) => name);
  let isOpen = true;
  const working = new Set<Promise<void>>();

  const work = (what: () => Promise<void>): void => {
    const done = what()
      .catch((error: unknown) => events.workerTroubled(error))
      .finally(() => working.delete(done));
    working.add(done);
  };
  const takeAll = async (): Promise<void> => {
    while (isOpen) {
      const trial = await takeTrial(db, names);
      if (!trial) return;
      // Beside each other: an engine that hangs keeps no other from its trial.
      work(async () => answerTrial(db, trial.id, await resultOf(parts, trial)));
    }
  };
  return {
    look: () => work(takeAll),
    stop: async () => {
      isOpen = false;
      await Promise.all(working);
    },
  };
}

async function resultOf({ engines, catalogue, clock }: TrialParts, trial: TakenTrial): Promise<TrialResult> {
  const engine = engines.find(({ name }) => name === trial.engine);
  const cards = catalogue.models.map(({ card }) => card).filter(card => card.engine === trial.engine);
  const job = trialJob(trial.id, cards);
  if (engine && job) return tryEngine(engine, job, { clock, timeoutMs: trialTimeoutMs });
  const details = { reason: 'none of its models makes anything of words alone' };
  return { tookMs: 0, files: undefined, error: { code: 'engine_rejected', details } };
}
