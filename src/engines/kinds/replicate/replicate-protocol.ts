/**
 * Predictions of Replicate. Facts: replicate.com/docs, HTTP API and lifecycle of predictions, November 2026.
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { messageIn } from '../../adapter-kit/http/message-in.ts';
import { jobEnd } from '../../adapter-kit/http/job-words.ts';
import type { JobProtocol, JobRequest, JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { listPrimitives } from '../../adapter-kit/hosted/model-input/input-abilities.ts';
import { addressesIn, filesAt, progressOfLog } from '../../adapter-kit/hosted/model-input/model-output.ts';
import { stepInput } from '../../adapter-kit/hosted/model-input/step-input.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import type { ReplicateSettings } from './replicate-settings.ts';
import { placePicture } from './place-picture.ts';

const prediction = z.object({
  id: z.string().min(1),
  status: z.string(),
  output: z.unknown().optional(),
  error: z.unknown().optional(),
  logs: z.string().nullish(),
  metrics: z.looseObject({ predict_time: z.number().nullish() }).nullish(),
  /** Inputs and outputs are deleted after an hour. */
  data_removed: z.boolean().nullish(),
});
type Prediction = z.infer<typeof prediction>;

/** `owner/name` of an official model, `owner/name:version`, or a version alone. */
const modelName = /^([\w.-]+\/[\w.-]+(:[0-9a-f]{64})?|[0-9a-f]{64})$/;
/**
 * Official models refuse contents with this code, which ends the text of the error. It is not in Replicate's
 * list of codes, November 2026.
 */
const refusalCode = /\(E005\)\s*$/;

export function replicateProtocol(client: HttpClient, settings: ReplicateSettings): JobProtocol {
  const isClip = listPrimitives(settings).every(one => one === 'clip');
  return {
    async startRequest(step, { reportUrl, signal }): Promise<JobRequest> {
      if (!modelName.test(step.upstream)) throw unknownModel();
      const input = await stepInput(step, {
        settings,
        place: picture => placePicture(picture, { client, signal }),
      });
      // Replicate calls HTTPS addresses only.
      const isReachable = reportUrl?.startsWith('https:');
      const webhook = isReachable && { webhook: reportUrl, webhook_events_filter: ['completed'] };
      const { cancelAfterMinutes: limit } = settings;
      return {
        path: '/v1/predictions',
        body: { version: step.upstream, input, ...webhook },
        ...(limit > 0 && { headers: { 'cancel-after': `${limit}m` } }),
      };
    },
    readJob: answer => ({ id: readJson(answer, prediction).id }),
    stateRequest: ({ id }) => ({ path: `/v1/predictions/${encodeURIComponent(id)}` }),
    readState: answer => toJobState(readJson(answer, prediction), isClip, settings),
    // One that has started is charged up to then.
    cancelRequest: ({ id }) => ({ method: 'POST', path: `/v1/predictions/${encodeURIComponent(id)}/cancel` }),
  };
}

const stopped = new Set(['canceled', 'aborted']);

function toJobState(prediction: Prediction, isClip: boolean, settings: ReplicateSettings): JobState {
  const { status, output, error, logs, data_removed: isRemoved } = prediction;
  if (stopped.has(status))
    return { state: 'failed', code: 'engine_error', text: `it was ${status}`, retryable: false };
  switch (jobEnd(status)) {
    case 'done': {
      if (isRemoved) return { state: 'lost' };
      const files = filesAt(addressesIn(output), isClip ? 'clip' : 'picture');
      return { state: 'done', files, ...computeCost(prediction, files.length, settings) };
    }
    case 'failed':
      return failedState(messageIn(error) ?? '');
    default: {
      const progress = progressOfLog(logs ?? '');
      return { state: 'running', ...(progress !== undefined && { progress }) };
    }
  }
}

function failedState(text: string): JobState {
  return refusalCode.test(text)
    ? { state: 'failed', code: 'content_refused', text, retryable: false }
    : { state: 'failed', code: 'engine_error', text, retryable: true };
}

function computeCost(
  { metrics }: Prediction,
  files: number,
  { price, priceUnit }: ReplicateSettings,
): { costMicros?: number } {
  const units = priceUnit === 'second' ? (metrics?.predict_time ?? 0) : files;
  return price > 0 && units > 0 ? { costMicros: Math.ceil(units * price * 1_000_000) } : {};
}

function unknownModel(): EngineError {
  return new EngineError('engine_rejected', reason('model_name'), { notStarted: true });
}
