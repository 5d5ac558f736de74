/** Steps as tasks of Kling: created, asked for, and found again by our key. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import type { Ask, JobHandle, JobProtocol } from '../../adapter-kit/hosted/job-protocol.ts';
import { readAnswer, klingFailure, readJobState, unknownTask, jobIn } from './kling-answer.ts';
import { clipRequest, externalId, paths } from './kling-request.ts';
import type { KlingSettings } from './kling-settings.ts';

export function klingProtocol(settings: KlingSettings): JobProtocol {
  return {
    startRequest(step, call) {
      if (step.primitive === 'clip') return clipRequest(step, settings, call);
      throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
        notStarted: true,
      });
    },
    readJob: jobIn,
    startFailure: klingFailure,
    stateRequest: ({ id, path }) => ({ path: taskPath(String(path), id) }),
    readState: readJobState,
    findJob,
  };
}

/** Both paths take the ID of the caller in place of the task's own. An ID is unique in an account. */
async function findJob(key: string, ask: Ask): Promise<JobHandle | undefined> {
  for (const path of Object.values(paths)) {
    const name = externalId(key);
    // A 404 without its code may come from anything on the way.
    const { code, data } = readAnswer(await ask({ path: taskPath(path, name) }));
    if (code === unknownTask) continue;
    if (code === 0 && data?.task_id && data.task_info?.external_task_id === name)
      return { id: data.task_id, path };
    // Neither there nor certainly not: it is asked again later.
    throw new EngineError('engine_unavailable', reason('job_unclear'), {
      retryable: true,
    });
  }
  return undefined;
}

function taskPath(path: string, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}
