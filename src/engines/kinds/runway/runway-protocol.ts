/** Steps as tasks of Runway: created, asked for, cancelled. */
import { z } from 'zod';
import { jobEnd } from '../../adapter-kit/http/job-words.ts';
import type { JobProtocol, JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import { paidStartFailure } from '../../adapter-kit/http/http-failures.ts';
import { taskRequest } from './runway-request.ts';
import type { RunwaySettings } from './runway-settings.ts';

const createdShape = z.object({ id: z.string().min(1) });
const taskShape = z.object({
  status: z.string(),
  progress: z.number().nullish().catch(null),
  output: z.array(z.string()).nullish(),
  failure: z.string().nullish().catch(null),
  failureCode: z.string().nullish().catch(null),
  cost: z.object({ credits: z.number() }).nullish().catch(null),
});

/**
 * The shape of every error of the API. 503 is documented as: the load is shed, and the task was not created.
 */
const errorShape = z.object({ error: z.string().min(1) });

/** A credit costs a cent of a US dollar, as its price list is quoted elsewhere: not verified. */
const microsPerCredit = 10_000;
/** Matches codes such as `SAFETY.INPUT.TEXT` or `SAFETY.OUTPUT.VIDEO`. */
const refusalPattern = /(^|\.)SAFETY(\.|$)/;

export function runwayProtocol(settings: RunwaySettings): JobProtocol {
  const taskPath = (id: string) => `/v1/tasks/${encodeURIComponent(id)}`;
  return {
    startRequest: step => taskRequest(step, settings),
    readJob: answer => ({ id: readJson(answer, createdShape).id }),
    startFailure: (answer, client) => paidStartFailure(answer, client, errorShape),
    stateRequest: ({ id }) => ({ path: taskPath(id) }),
    readState: answer => readJobState(answer, settings),
    // Whether a task that is cancelled costs anything is known only afterwards.
    cancelRequest: ({ id }) => ({ method: 'DELETE', path: taskPath(id) }),
  };
}

function readJobState(answer: HttpResponse, { makes }: RunwaySettings): JobState {
  const { status, progress, output, failure, failureCode, cost } = readJson(answer, taskShape);
  switch (jobEnd(status)) {
    case 'done': {
      const kind = makes === 'clips' ? 'clip' : 'picture';
      const files = (output ?? []).map(url => ({ kind, url }) as const);
      return {
        state: 'done',
        files,
        ...(cost && { costMicros: Math.ceil(cost.credits * microsPerCredit) }),
      };
    }
    case 'failed': {
      const code = refusalPattern.test(failureCode ?? '') ? 'content_refused' : 'engine_error';
      return { state: 'failed', code, text: failure ?? status, retryable: code === 'engine_error' };
    }
    default:
      return { state: 'running', ...(progress != null && { progress }) };
  }
}
