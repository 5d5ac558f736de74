/** Bounds the results that are in memory at a time, however many tasks are done. */
import { availableParallelism } from 'node:os';
import type { EngineJob } from '../../../engines/contract/engine-job.ts';
import { openGate } from '../../../platform/lib/async/gate.ts';

interface Result {
  readonly engine: string;
  readonly job: Pick<EngineJob, 'kind'>;
}

/**
 * Places for results whose files are fetched, until they are stored. An engine whose files arrive slowly
 * leaves places to the others.
 */
const fetching = openGate({ places: 24, perHolder: 16 });
/** The clips of a result are larger than all of its pictures. */
const placesOfClip = 4;
/**
 * Places for results whose files are decoded and encoded: pixels take more memory than files, and more
 * results at a time would only wait.
 */
const processing = openGate({ places: availableParallelism() + 2 });

export function fetchInTurn<Made>({ engine, job }: Result, work: () => Promise<Made>): Promise<Made> {
  return fetching.run({ holder: engine, places: job.kind === 'clip' ? placesOfClip : 1 }, work);
}

export function processInTurn<Made>({ engine }: Result, work: () => Promise<Made>): Promise<Made> {
  return processing.run({ holder: engine }, work);
}
