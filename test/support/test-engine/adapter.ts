/** The adapter of the test engine: HTTP to one backend, like any remote engine. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineHandle } from '../../../src/engines/contract/engine-handle.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineMedia } from '../../../src/engines/contract/engine-media.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { Recipe } from '../../../src/engines/contract/recipe.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { parseMicros } from '@kinora/shared/money';
import { authorization, startFailure, stepFailure, unreachableError } from './failures.ts';

const defaultSlots = 4;
/** A cancellation has no signal of its own. */
const cancelTimeoutMs = 10_000;

type Request = RequestInit & { readonly path: string };

export function openTestEngine(options: InstanceOptions): Engine {
  const { name, settings, slots = defaultSlots } = options;
  const afterUnknownStart = settings['afterUnknownStart'] as Engine['traits']['afterUnknownStart'];
  const call = (request: Request) => send(options, request);
  let lastModel: string | undefined;
  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: {
      slots,
      local: false,
      afterUnknownStart,
      isPaid: settings['paid'] === true,
      canCancel: settings['canCancel'] !== false,
    },
    ...(settings['reportsLoaded'] === true && {
      listLoaded: () => (lastModel === undefined ? [] : [lastModel]),
    }),
    start: async (job, key, signal) => {
      const { note, quality } = settings;
      const body = JSON.stringify({ key, job: withoutBytes(job), settings: { note, quality } });
      const response = await call({ path: 'jobs', method: 'POST', body, signal });
      if (!response.ok) throw await toFailure(response, startFailure);
      lastModel = job.upstream ?? job.model;
      return { id: (await read<{ id: string }>(response)).id };
    },
    ...(afterUnknownStart === 'find' && {
      find: async (key, { signal }) => {
        const response = await call({ path: `jobs?key=${encodeURIComponent(key)}`, signal });
        if (response.ok) return { id: (await read<{ id: string }>(response)).id };
        if (response.status !== 404) throw await toFailure(response, stepFailure);
        await response.body?.cancel();
        return undefined;
      },
    }),
    check: async (handle, waitMs, { signal }) => {
      const response = await call({ path: `${jobPath(handle)}?wait_ms=${waitMs}`, signal });
      if (response.ok) return toStatus(await read<Answer>(response), Number(settings['pollMs']));
      if (response.status !== 404) throw await toFailure(response, stepFailure);
      await response.body?.cancel();
      return { state: 'lost' };
    },
    open: async (handle, media, { signal }) => {
      const response = await call({ path: `${jobPath(handle)}/media/${Number(media.ref)}`, signal });
      if (!response.ok) throw await toFailure(response, fileFailure);
      return new Uint8Array(await response.arrayBuffer().catch(throwUnreachable));
    },
    // 409: it cannot be cancelled and continues.
    cancel: async handle => {
      const signal = AbortSignal.timeout(cancelTimeoutMs);
      const response = await call({ path: jobPath(handle), method: 'DELETE', signal });
      if (!response.ok && response.status !== 404 && response.status !== 409)
        throw await toFailure(response, stepFailure);
      await response.body?.cancel();
    },
    close: async () => {},
  };
}

/** Redirects are not followed, so that the key is sent to the engine's own URL only. */
async function send(options: InstanceOptions, { path, ...init }: Request): Promise<Response> {
  const headers = authorization(options);
  return fetch(`${options.url}/${path}`, { ...init, headers, redirect: 'manual' }).catch(throwUnreachable);
}

function throwUnreachable(error: unknown): never {
  throw unreachableError(error);
}

/** The error for a response whose body is not read. */
async function toFailure(response: Response, failure: (status: number) => EngineError): Promise<EngineError> {
  await response.body?.cancel();
  return failure(response.status);
}

async function read<Body>(response: Response): Promise<Body> {
  return (await response.json().catch(throwUnreachable)) as Body;
}

function fileFailure(status: number): EngineError {
  return status === 404 ? new EngineError('engine_error', reason('file_gone')) : stepFailure(status);
}

function jobPath(handle: EngineHandle): string {
  return `jobs/${encodeURIComponent((handle as { id: string }).id)}`;
}

/** A job, as the backend reports it. */
type Answer =
  | { readonly state: 'queued' | 'running'; readonly progress: number }
  | { readonly state: 'failed'; readonly failure: keyof typeof failures }
  | {
      readonly state: 'done';
      readonly media: readonly EngineMedia[];
      readonly recipe: Recipe;
      readonly texts?: readonly string[];
      readonly cost?: string;
    };

const failures = {
  error: { code: 'engine_error', reason: reason('failed'), retryable: true },
  rejected: { code: 'engine_rejected', reason: reason('rejected'), retryable: false },
  content: {
    code: 'content_refused',
    reason: reason('refused', { said: 'not this prompt' }),
    retryable: false,
  },
} as const;

function toStatus(answer: Answer, pollMs: number): EngineStatus {
  if (answer.state === 'failed') return { state: 'failed', ...failures[answer.failure] };
  if (answer.state !== 'done') return { state: 'running', progress: answer.progress, checkAgainMs: pollMs };
  const { media, recipe, texts, cost } = answer;
  const costMicros = cost === undefined ? undefined : Number(parseMicros(cost));
  return {
    state: 'done',
    media,
    recipe,
    ...(texts && { texts }),
    ...(costMicros !== undefined && { costMicros }),
  };
}

function withoutBytes({ inputs, ...job }: EngineJob) {
  if (!inputs) return job;
  return { ...job, inputs: inputs.map(({ bytes, ...input }) => ({ ...input, sizeBytes: bytes.length })) };
}
