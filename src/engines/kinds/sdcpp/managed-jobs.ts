/** The jobs of a server that Kinora runs: one at a time, each followed to its end. */
import { maxStepBytes } from '../../adapter-kit/http/answer-limits.ts';
import { reason } from '@kinora/shared/errors/reason';
import type { Clock } from '@kinora/shared/clock';
import { EngineError } from '../../contract/engine-error.ts';
import { type HttpClient, openHttpClient } from '../../adapter-kit/http/http-client.ts';
import type { HeldAnswer, HeldCall } from '../../adapter-kit/answers/held-answers.ts';
import type { Step } from '../../contract/steps/step.ts';
import { guessProgress } from './guess-progress.ts';
import { jobFiles } from './job-files.ts';
import { jobRequest, type JobRequest } from './job-request.ts';
import type { JobState } from './job-state.ts';
import type { IdleStop } from './idle-stop.ts';
import type { ManagedServer } from './managed-server.ts';
import { cancelJob, type JobQuery, readJob, startJob } from './sdcpp-client.ts';
import { withLoras } from './lora-files.ts';
import { awaitFreeMemory } from './memory-check.ts';
import type { ManagedSettings } from './sdcpp-settings.ts';
import type { ServerRoom } from './server-room.ts';
import { toExpectedFiles } from './wanted-files.ts';

export interface ManagedJob extends HeldCall {
  readonly step: Step;
  /** The key of the start. */
  readonly key: string;
}

export interface ManagedJobs {
  /** Rejects with an EngineError. Aborting its signal ends the job, if need be by the end of the server. */
  run(job: ManagedJob): Promise<HeldAnswer>;
  findProgress(key: string): number;
}

const pollMs = 300;
const cancelTimeoutMs = 5_000;
/** A server that has not answered for so long is given up. */
const silentMs = 60_000;

export function openManagedJobs(parts: {
  readonly server: Pick<ManagedServer, 'url' | 'kill' | 'isRunning' | 'endReason'>;
  readonly settings: ManagedSettings;
  readonly clock: Clock;
  readonly room: ServerRoom;
  readonly idle: IdleStop;
}): ManagedJobs {
  const { server, settings, clock, room, idle } = parts;
  const progress = guessProgress(clock);
  const began = new Set<string>();

  /** Its last state, or undefined if the server forgot it. A question fails only once the server ended. */
  async function follow(client: HttpClient, job: JobQuery): Promise<JobState | undefined> {
    let answeredMs = clock.now();
    for (;;) {
      try {
        const state = await readJob(client, job);
        answeredMs = clock.now();
        if (state?.status !== 'queued' && state?.status !== 'generating') return state;
      } catch (error) {
        const mayPass = error instanceof EngineError && error.retryable && !job.signal.aborted;
        if (!mayPass || !server.isRunning || clock.now() - answeredMs > silentMs) throw error;
      }
      await clock.sleep(pollMs, job.signal);
    }
  }

  async function runNow({ step, key, signal }: ManagedJob): Promise<HeldAnswer> {
    const request = await requestFor(step, settings);
    if (!server.isRunning) await awaitFreeMemory(settings, { clock, signal });
    const client = openHttpClient({ url: await server.url(signal), secret: undefined });
    let isOver = false;
    let isCompleted = false;
    let id: string | undefined;
    try {
      id = await startJob(client, { request, signal });
      began.add(key);
      const job = await follow(client, { id, maxBytes: maxStepBytes(step), signal });
      isOver = true;
      const files = await jobFiles(requireCompleted(job, client), toExpectedFiles(step));
      isCompleted = true;
      return { files };
    } catch (error) {
      if (id === undefined && error instanceof EngineError && error.notStarted) isOver = true;
      throw server.isRunning ? error : explainError(error, server.endReason);
    } finally {
      // Only its own end ends a job that the server has begun. The next job would wait behind it.
      if (!isOver && (id === undefined || (await continuesAfterCancel(client, id)))) await server.kill();
      progress.end(key, isCompleted);
      began.delete(key);
      client.close();
    }
  }

  return {
    run: async job => {
      // A start does not wait for its turn, nor for the weights.
      job.onSent();
      const leave = await room.enter(server, job.signal);
      idle.begin();
      try {
        return await runNow(job);
      } finally {
        idle.end();
        leave();
      }
    },
    findProgress: key => (began.has(key) ? progress.guess(key) : 0),
  };
}

async function requestFor(requestedStep: Step, settings: ManagedSettings): Promise<JobRequest> {
  const { step, fields } = await withLoras(requestedStep, settings.loras);
  return jobRequest(step, settings, fields);
}

/** Says why the server ended, if that is known. */
function explainError(error: unknown, reason: ManagedServer['endReason']): unknown {
  if (reason === undefined || !(error instanceof EngineError) || error.code !== 'engine_unavailable')
    return error;
  return new EngineError(error.code, reason, { retryable: error.retryable, cause: error });
}

function requireCompleted(job: JobState | undefined, client: HttpClient): JobState {
  if (job?.status === 'completed') return job;
  const why = job ? reason('not_finished') : reason('job_forgotten');
  const cause = job && client.clean(job.error?.message ?? job.status);
  throw new EngineError('engine_error', why, { retryable: true, cause });
}

/** Whether the server continues with the job, or cannot be asked. */
async function continuesAfterCancel(client: HttpClient, id: string): Promise<boolean> {
  return cancelJob(client, id, AbortSignal.timeout(cancelTimeoutMs)).catch(() => true);
}
