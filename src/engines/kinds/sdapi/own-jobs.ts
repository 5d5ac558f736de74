/**
 * The jobs that this process has on a server, and what an interrupt does to them. `/sdapi/v1/interrupt` stops
 * whatever runs: if the job that it is for ends just before, it stops the next one, and the program answers
 * that with pictures that are not finished, as a success.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { TaskProgress } from './task-progress.ts';

export interface OwnJobs {
  /** Runs the job. Rejects if an interrupt for another job may have stopped it. */
  run<Answer>(taskId: string, job: () => Promise<Answer>): Promise<Answer>;
  /** Stops the job, if it runs. Never rejects. */
  interrupt(taskId: string): Promise<void>;
}

interface Job {
  mayBeStopped: boolean;
}

export function openOwnJobs(progress: Pick<TaskProgress, 'interrupt' | 'isActive'>): OwnJobs {
  const jobs = new Map<string, Job>();
  return {
    async run(taskId, work) {
      const job = { mayBeStopped: false };
      jobs.set(taskId, job);
      try {
        const answer = await work();
        if (!job.mayBeStopped) return answer;
        throw new EngineError('engine_error', reason('job_interrupted'), {
          retryable: true,
        });
      } finally {
        if (jobs.get(taskId) === job) jobs.delete(taskId);
      }
    },
    async interrupt(taskId) {
      const otherJobs = [...jobs].filter(([id, job]) => id !== taskId && !job.mayBeStopped);
      for (const [, job] of otherJobs) job.mayBeStopped = true;
      const isSent = await progress.interrupt(taskId);
      // One that has not begun by now is in the queue of the program, and unharmed.
      await Promise.all(
        otherJobs.map(async ([id, job]) => {
          job.mayBeStopped = isSent && (await progress.isActive(id));
        }),
      );
    },
  };
}
