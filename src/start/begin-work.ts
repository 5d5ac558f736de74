/** The parts of a process that does the work: worker, sweeps, deliverer of hooks. */
import { sweepSessions } from '../accounts/sessions.ts';
import { sweepSignInFailures } from '../accounts/sign-in-failures.ts';
import { reconcileWhenDue } from '../billing/reconciliations.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Engine } from '../engines/engine.ts';
import type { Events } from '../events.ts';
import { recordForHook } from '../http/record-for-hook.ts';
import { systemClock } from '../lib/clock.ts';
import { newRowId } from '../lib/id.ts';
import { openKeepFiles } from '../media/keep-files.ts';
import { sweepExpired } from '../media/retention.ts';
import type { Storage } from '../media/storage.ts';
import type { Catalogue } from '../models/catalogue.ts';
import { openTrialTaker } from '../operate/answer-trials.ts';
import { presenceEveryMs, sayEnginesGone, sayEnginesPresent } from '../operate/engine-presence.ts';
import { expireTasks } from '../tasks/expire-tasks.ts';
import { openTaskStore } from '../tasks/task-store.ts';
import { startWorker } from '../tasks/worker.ts';
import { openDeliverer, type Deliverer } from '../webhooks/deliverer.ts';
import type { News } from './hear-news.ts';
import { openFetch } from './open-fetch.ts';
import { within, type Taken } from './taken.ts';

export interface WorkParts {
  readonly config: Config;
  readonly database: { readonly embedded: boolean };
  readonly db: Database;
  readonly storage: Storage;
  readonly events: Events;
  readonly engines: readonly Engine[];
  readonly catalogue: Catalogue;
  readonly news: News;
}

const drainMs = 10_000;
const sweepEveryMs = 60_000;
const expireEveryMs = 5_000;
const reconcileEveryMs = 3_600_000;
const trialEndMs = 2_000;

export async function beginWork(parts: WorkParts, taken: Taken): Promise<void> {
  const { config, database, db, storage, events, engines, news } = parts;
  for (const engine of engines) taken.push(() => engine.close());
  const store = openTaskStore(db);
  // Alone on this database: whatever is leased was leased by a process that is no more.
  if (database.embedded) await store.releaseAll();
  const keepFiles = openKeepFiles(storage, engine =>
    engine === 'sketch' ? 'algorithmicMedia' : 'trainedAlgorithmicMedia',
  );
  const clock = systemClock;
  news.deliverer = beginDelivering(parts, taken);
  const worker = startWorker({ ...config, db, store, storage, keepFiles, events, clock, engines });
  // Stopped before the deliverer, which then tells what the drain has finished.
  taken.push(() => worker.stop(drainMs));
  news.worker = worker;
  taken.push(repeating(sweepEveryMs, events, signal => sweepExpired({ db, storage, events }, signal)));
  taken.push(repeating(sweepEveryMs, events, () => sweepSignIns(db)));
  taken.push(repeating(reconcileEveryMs, events, () => reconcileWhenDue(db)));
  beShown(parts, taken);
  taken.push(repeating(expireEveryMs, events, () => expireTasks(db, config)));
}

/** The operator's pages know of this worker's engines, and can have them tried. */
function beShown({ db, engines, events, catalogue, news }: WorkParts, taken: Taken): void {
  const worker = newRowId();
  const trials = openTrialTaker({ db, engines, catalogue, events, clock: systemClock });
  news.trials = trials;
  taken.push(() => within(trialEndMs, trials.stop()));
  taken.push(() => sayEnginesGone(db, worker).catch((error: unknown) => events.workerTroubled(error)));
  taken.push(
    repeating(presenceEveryMs, events, async () => {
      await sayEnginesPresent(db, worker, engines);
      // One whose announcement was missed.
      trials.look();
    }),
  );
}

/** Sessions and failed sign-ins that count no longer. */
async function sweepSignIns(db: Database): Promise<void> {
  await sweepSessions(db);
  await sweepSignInFailures(db);
}

/** With a fetch of its own: downloads of pictures take none of its places. */
function beginDelivering({ config, db, events, catalogue }: WorkParts, taken: Taken): Deliverer {
  const { post } = openFetch(config, taken);
  const recordOf = recordForHook({ ...config, db, catalogue });
  const deliverer = openDeliverer({ db, events, clock: systemClock, recordOf, post });
  taken.push(() => deliverer.stop());
  return deliverer;
}

/** Starts a task of housekeeping; answers with how to end it. */
function repeating(
  everyMs: number,
  events: Events,
  work: (signal: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const ending = new AbortController();
  const loop = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await work(ending.signal).catch((error: unknown) => events.workerTroubled(error));
      await systemClock.sleep(everyMs, ending.signal);
    }
  };
  const running = loop();
  return async () => {
    ending.abort();
    await running;
  };
}
