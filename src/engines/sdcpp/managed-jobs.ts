/** The jobs of a server that Kinora runs: one at a time, each followed to its end. */
import type { Clock } from '../../lib/clock.ts';
import { openGate } from '../../lib/gate.ts';
import { EngineError } from '../engine.ts';
import { type HttpClient, openHttpClient } from '../http/http-client.ts';
import type { HeldAnswer, HeldCall } from '../plan/held-answers.ts';
import type { Step } from '../plan/step-engine.ts';
import { guessProgress } from './guess-progress.ts';
import { jobFiles } from './job-files.ts';
import { jobRequest } from './job-request.ts';
import type { ManagedServer } from './managed-server.ts';
import { cancelJob, readJob, startJob } from './sdcpp-client.ts';
import type { ModelSettings } from './sdcpp-settings.ts';
import { wantedOf } from './wanted-files.ts';

export interface ManagedJob extends HeldCall {
  readonly step: Step;
  /** Of the start. */
  readonly key: string;
}

export interface ManagedJobs {
  /** Rejects with an EngineError. Aborting its signal ends the job, if need be by the end of the server. */
  run(job: ManagedJob): Promise<HeldAnswer>;
  progressOf(key: string): number;
}

const pollMs = 300;
const cancelTimeoutMs = 5_000;

export function openManagedJobs(parts: {
  readonly server: Pick<ManagedServer, 'url' | 'kill'>;
  readonly settings: ModelSettings;
  readonly clock: Clock;
}): ManagedJobs {
  const { server, settings, clock } = parts;
  const turns = openGate({ places: 1 });
  const progress = guessProgress(clock);
  const began = new Set<string>();

  async function follow(client: HttpClient, id: string, { step, signal }: ManagedJob): Promise<HeldAnswer> {
    for (;;) {
      const job = await readJob(client, id, signal);
      if (!job) throw new EngineError('engine_error', 'its server forgot the job', { retryable: true });
      if (job.status === 'completed') return { files: await jobFiles(job, wantedOf(step)) };
      if (job.status === 'failed' || job.status === 'cancelled')
        throw new EngineError('engine_error', 'it could not finish the job', {
          retryable: true,
          cause: client.clean(job.error?.message ?? job.status),
        });
      await clock.sleep(pollMs, signal);
    }
  }

  async function runNow(job: ManagedJob): Promise<HeldAnswer> {
    const { step, key, signal } = job;
    const request = await jobRequest(step, settings);
    const client = openHttpClient({ url: await server.url(signal), secret: undefined });
    let isCompleted = false;
    let id: string | undefined;
    try {
      id = await startJob(client, { request, signal });
      began.add(key);
      const answer = await follow(client, id, job);
      isCompleted = true;
      return answer;
    } finally {
      // The server goes on with a job that it has begun, and only its own end ends that.
      if (signal.aborted && (id === undefined || (await goesOn(client, id)))) await server.kill();
      progress.end(key, isCompleted);
      began.delete(key);
      client.close();
    }
  }

  return {
    run: async job => {
      // A start does not wait for its turn, nor for the weights.
      job.onSent();
      return turns.run({ holder: '', signal: job.signal }, () => runNow(job));
    },
    progressOf: key => (began.has(key) ? progress.of(key) : 0),
  };
}

/** Whether the server goes on with the job, or cannot be asked. */
async function goesOn(client: HttpClient, id: string): Promise<boolean> {
  return cancelJob(client, id, AbortSignal.timeout(cancelTimeoutMs)).catch(() => true);
}
