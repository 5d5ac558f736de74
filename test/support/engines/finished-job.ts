/** A job, carried out by an engine without a server. */
import assert from 'node:assert/strict';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import { newRowId } from '../../../src/platform/lib/id.ts';

const never = new AbortController().signal;
/** A call whose job is never requested. */
const callWithoutJob = { signal: never, job: () => Promise.reject(new Error('not asked for')) };

/** What the engine returned, and the bytes of its files. The engine forgets the job. */
export async function finishedJob(engine: Engine, job: EngineJob) {
  const handle = await engine.start(job, `test:${newRowId()}`, never);
  let state: EngineStatus;
  do state = await engine.check(handle, 1000, callWithoutJob);
  while (state.state === 'running');
  assert.ok(state.state === 'done', JSON.stringify(state));
  const files = await Promise.all(state.media.map(media => engine.open(handle, media, callWithoutJob)));
  await engine.cancel(handle);
  return { ...state, files: files as Uint8Array[] };
}
