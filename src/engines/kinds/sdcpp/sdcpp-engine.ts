/**
 * A stable-diffusion.cpp server at a URL as a step engine. The server keeps results for ten minutes after the
 * end of a job, so they go into the spool as soon as they are seen.
 */
import { maxStepBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { systemClock } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import type { EngineStatus } from '../../contract/engine-status.ts';
import type { InstanceOptions } from '../../contract/kind/instance-options.ts';
import { failedState } from '../../adapter-kit/http/http-failures.ts';
import { openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { Step } from '../../contract/steps/step.ts';
import type { StepEngine } from '../../contract/steps/step-engine.ts';
import { openAnswered, readAnswer, storeAnswer } from '../../adapter-kit/answers/spooled-answer.ts';
import type { Spool } from '../../contract/spool.ts';
import { guessProgress } from './guess-progress.ts';
import { jobFiles } from './job-files.ts';
import { jobRequest } from './job-request.ts';
import { cancelJob, readJob, startJob } from './sdcpp-client.ts';
import { remoteSettings } from './sdcpp-settings.ts';
import { toExpectedFiles } from './wanted-files.ts';

/** It works on one job at a time. A second one is in its queue, so that it does not wait for Kinora. */
const defaultSlots = 2;
const pollMs = 500;
const cancelTimeoutMs = 10_000;
const idName = 'job';

const handleShape = z.object({
  id: z.string(),
  key: z.string(),
  count: z.int(),
  size: z.object({ width: z.int(), height: z.int() }).exactOptional(),
  /** The largest record of the job. The default is for handles of earlier versions. */
  maxBytes: z.int().default(512 * 1024 * 1024),
  /** The storage failed after the job was accepted, so only the handle holds its id. */
  isUnstored: z.boolean().exactOptional(),
});
type Handle = z.infer<typeof handleShape>;

export function openSdcppEngine(options: InstanceOptions): StepEngine {
  const { name, url = '', secret, slots = defaultSlots, spool } = options;
  const settings = remoteSettings.parse(options.settings);
  const client = openHttpClient({ url, secret });
  const progress = guessProgress(systemClock);

  /** The job is in progress, or was answered, if its id is in the spool. An answered one needs no request. */
  async function cancel(key: string, unstoredId?: string): Promise<void> {
    const storedId = await spool.get(key, idName);
    const id = storedId ? Buffer.from(storedId).toString('utf8') : unstoredId;
    if (id === undefined) return;
    progress.end(id, false);
    try {
      if (!(await readAnswer(spool, key))) await cancelJob(client, id, AbortSignal.timeout(cancelTimeoutMs));
    } finally {
      await spool.drop(key);
    }
  }

  async function check(handle: Handle, signal: AbortSignal): Promise<EngineStatus> {
    const stored = await readAnswer(spool, handle.key);
    if (stored) return { state: 'done', ...stored };
    const job = await readJob(client, { ...handle, signal });
    if (!job) {
      await spool.drop(handle.key);
      return { state: 'lost' };
    }
    if (job.status === 'queued') return { state: 'running', progress: 0, checkAgainMs: pollMs };
    if (job.status === 'generating')
      return { state: 'running', progress: progress.guess(handle.id), checkAgainMs: pollMs };
    progress.end(handle.id, job.status === 'completed');
    if (job.status !== 'completed') {
      await spool.drop(handle.key);
      return failedStatus(client.clean(job.error?.message ?? job.status));
    }
    const files = await jobFiles(job, handle).catch(unusable);
    if (files instanceof EngineError) {
      await spool.drop(handle.key);
      return failedState(files);
    }
    return { state: 'done', ...(await storeAnswer(spool, handle.key, { files })) };
  }

  return {
    name,
    digitalSourceType: 'trainedAlgorithmicMedia',
    // A job that was started twice costs only time.
    traits: { slots, local: false, keepsFiles: true, afterUnknownStart: 'repeat' },
    start: async (step, key, signal) => {
      const storedId = await spool.get(key, idName);
      if (storedId) return { id: Buffer.from(storedId).toString('utf8'), key, ...fileLimits(step) };
      const request = await jobRequest(step, settings);
      const id = await startJob(client, { request, signal });
      const isStored = await storeId(spool, key, id);
      return { id, key, ...fileLimits(step), ...(!isStored && { isUnstored: true }) };
    },
    check: async (stored, _waitMs, signal) => {
      const { data: handle } = handleShape.safeParse(stored);
      if (!handle) return { state: 'lost' };
      return check(handle, signal);
    },
    open: async (stored, media) => openAnswered(spool, handleShape.parse(stored).key, media),
    cancel: async stored => {
      const { data: handle } = handleShape.safeParse(stored);
      if (handle) await cancel(handle.key, handle.isUnstored ? handle.id : undefined);
    },
    cancelKey: key => cancel(key),
    close: async () => client.close(),
  };
}

/**
 * A start whose handle is lost in a crash returns the same job, if it came this far. The job was
 * accepted even if the storage fails now: a rejection would have it started again and again.
 * Returns whether it was stored.
 */
function storeId(spool: Spool, key: string, id: string): Promise<boolean> {
  return spool.put(key, idName, Buffer.from(id)).then(
    () => true,
    () => false,
  );
}

function fileLimits(step: Step) {
  return { ...toExpectedFiles(step), maxBytes: maxStepBytes(step) };
}

/** A result that cannot be used ends the job. */
function unusable(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  throw error;
}

function failedStatus(cause: string): EngineStatus {
  return {
    state: 'failed',
    code: 'engine_error',
    reason: reason('not_finished'),
    cause,
    retryable: true,
  };
}
