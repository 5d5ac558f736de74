/** The adapter that drives the scripted engine, over HTTP like any remote engine. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineTraits } from '../../../src/engines/contract/engine-traits.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';

/** As engines say it that quote what only their operator should see. */
export const refusal = 'not this, says http://10.9.8.7:9000/internal';

/** The adapter. The crash tests vary `afterUnknownStart`. */
export function scriptedEngine(url: string, traits: Partial<EngineTraits> = {}): Engine {
  const get = (path: string, signal?: AbortSignal) => fetch(`${url}/jobs/${path}`, signal ? { signal } : {});
  return {
    name: 'scripted',
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots: 4, local: false, afterUnknownStart: 'repeat', ...traits },
    start: async (job, key, signal) => {
      const response = await fetch(`${url}/jobs`, {
        method: 'POST',
        body: JSON.stringify({ key, job: withoutBytes(job) }),
        signal,
      });
      if (response.status === 422)
        throw new EngineError('engine_rejected', reason('rejected', { said: refusal }), { notStarted: true });
      if (!response.ok)
        throw new EngineError('engine_busy', reason('failed', { said: 'told to fail' }), {
          retryable: true,
          notStarted: true,
        });
      return { id: ((await response.json()) as { id: string }).id };
    },
    find: async (key, { signal }) =>
      (await get(encodeURIComponent(key), signal)).ok ? { id: key } : undefined,
    check: async (handle, _waitMs, { signal }) => {
      const response = await get(encodeURIComponent((handle as { id: string }).id), signal);
      return response.status === 404 ? { state: 'lost' } : ((await response.json()) as EngineStatus);
    },
    open: async (handle, media, { signal }) => {
      const response = await get(
        `${encodeURIComponent((handle as { id: string }).id)}/${media.ref as string}`,
        signal,
      );
      if (response.status === 404)
        throw new EngineError('engine_error', reason('file_gone'), { retryable: false });
      if (!response.ok)
        throw new EngineError('engine_unavailable', reason('failed', { said: 'told to fail' }), {
          retryable: true,
        });
      return new Uint8Array(await response.arrayBuffer());
    },
    cancel: async handle => {
      await fetch(`${url}/jobs/${encodeURIComponent((handle as { id: string }).id)}`, {
        method: 'DELETE',
      });
    },
    close: async () => {},
  };
}

function withoutBytes({ inputs, ...job }: EngineJob) {
  return {
    ...job,
    ...(inputs && { inputs: inputs.map(({ bytes, ...input }) => ({ ...input, sizeBytes: bytes.length })) }),
  };
}
