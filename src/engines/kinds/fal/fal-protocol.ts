/**
 * The queue of fal: a request is submitted, its state is polled, and its result is a request of its own.
 * Facts: fal.ai/docs, inference API and queue, November 2026.
 */
import { reason } from '@kinora/shared/errors/reason';
import { jobEnd } from '../../adapter-kit/http/job-words.ts';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { JobHandle, JobProtocol, JobRequest, JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { dataUrl, stepInput } from '../../adapter-kit/hosted/model-input/step-input.ts';
import { progressOfLog } from '../../adapter-kit/hosted/model-input/model-output.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import { listPrimitives } from '../../adapter-kit/hosted/model-input/input-abilities.ts';
import { failureOfJob, falStartFailure } from './failures.ts';
import type { FalSettings } from './fal-settings.ts';
import { readResult } from './result.ts';

const submissionShape = z.object({
  request_id: z.string().min(1),
  status_url: z.string().nullish(),
  response_url: z.string().nullish(),
  cancel_url: z.string().nullish(),
});

const status = z.object({
  status: z.string(),
  logs: z
    .array(z.object({ message: z.string().nullish() }))
    .nullish()
    .catch(null),
});

/** Owner, app and perhaps more, without anything that changes the path. */
const modelName = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)+$/;

type FalHandle = JobHandle & { readonly status: string; readonly response: string; readonly cancel: string };

export function falProtocol(settings: FalSettings): JobProtocol {
  const isClip = listPrimitives(settings).every(one => one === 'clip');
  return {
    async startRequest(step, { reportUrl }): Promise<JobRequest> {
      if (!modelName.test(step.upstream)) throw unknownModel();
      const input = await stepInput(step, { settings, place: dataUrl });
      const query = reportUrl ? `?fal_webhook=${encodeURIComponent(reportUrl)}` : '';
      return { path: `/${step.upstream}${query}`, body: input };
    },
    readJob: (answer, _client, { path }) => toHandle(answer, String(path)),
    startFailure: falStartFailure,
    stateRequest: job => ({ path: `${(job as FalHandle).status}?logs=1` }),
    readState: readJobState,
    filesRequest: job => ({ path: (job as FalHandle).response }),
    readFiles: answer => readResult(answer, { isClip, unitPrice: settings.unitPrice }),
    filesFailure: failureOfJob,
    // A request in the queue is removed. One that runs is only asked to stop, and may be charged.
    cancelRequest: job => ({ method: 'PUT', path: (job as FalHandle).cancel }),
  };
}

/**
 * The addresses of a job begin with the owner and the app of its model. The documents show answers
 * with them, and some without.
 */
function toHandle(answer: HttpResponse, path: string): FalHandle {
  const { request_id: id, status_url, response_url, cancel_url } = readJson(answer, submissionShape);
  const [, owner, app = ''] = (path.split('?')[0] ?? '').split('/');
  const usual = `/${owner}/${app}/requests/${encodeURIComponent(id)}`;
  return {
    id,
    status: readPath(status_url) ?? `${usual}/status`,
    response: readPath(response_url) ?? usual,
    cancel: readPath(cancel_url) ?? `${usual}/cancel`,
  };
}

/** A gateway in front of fal may pass on the addresses of fal, so only their path counts. */
function readPath(address: string | null | undefined): string | undefined {
  return address ? URL.parse(address)?.pathname : undefined;
}

function readJobState(answer: HttpResponse): JobState {
  const { status: state, logs } = readJson(answer, status);
  if (jobEnd(state) === 'done') return { state: 'done', files: [] };
  const log = (logs ?? []).map(({ message }) => message ?? '').join('\n');
  const progress = progressOfLog(log);
  return { state: 'running', ...(progress !== undefined && { progress }) };
}

function unknownModel(): EngineError {
  const why = reason('model_name_like', { example: 'fal-ai/flux/dev' });
  return new EngineError('engine_rejected', why, { notStarted: true });
}
