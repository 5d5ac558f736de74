/** Clips as tasks: created, asked for, deleted. */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { wholeSeconds } from '../../adapter-kit/hosted/clip-length.ts';
import { jobEnd } from '../../adapter-kit/http/job-words.ts';
import type { JobProtocol, JobRequest, JobState, StartCall } from '../../adapter-kit/hosted/job-protocol.ts';
import { nearestRatio } from '../../adapter-kit/hosted/ratios.ts';
import { type HttpResponse, readJson } from '../../adapter-kit/http/http-client.ts';
import { clipParameters } from '../../planner/card-parameters.ts';
import { toDataUrl } from '../../adapter-kit/answers/held-picture.ts';
import type { ClipStep } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import { clipRatios } from './abilities.ts';
import { arkStartFailure, errorShape, isContentRefusal } from './failures.ts';
import { clipResolutions, type VolcengineSettings } from './volcengine-settings.ts';

const path = '/api/v3/contents/generations/tasks';
const parameters = { camera_fixed: 'boolean', watermark: 'boolean', service_tier: 'string' } as const;

const createdShape = z.object({ id: z.string().min(1) });
const taskShape = z.object({
  status: z.string(),
  error: errorShape.nullish(),
  content: z.object({ video_url: z.string().nullish() }).nullish(),
  usage: z.object({ completion_tokens: z.number().nullish() }).nullish(),
});

export function clipProtocol(settings: VolcengineSettings): JobProtocol {
  return {
    startRequest(step, call) {
      if (step.primitive === 'clip') return clipRequest(step, settings, call);
      throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
        notStarted: true,
      });
    },
    readJob: answer => ({ id: readJson(answer, createdShape).id }),
    startFailure: arkStartFailure,
    stateRequest: ({ id }) => ({ path: `${path}/${encodeURIComponent(id)}` }),
    readState: answer => readJobState(answer, settings),
    // This cancels a task that waits. One that runs continues, and one that is done is deleted.
    cancelRequest: ({ id }) => ({ method: 'DELETE', path: `${path}/${encodeURIComponent(id)}` }),
  };
}

function clipRequest(step: ClipStep, { sound }: VolcengineSettings, { reportUrl }: StartCall): JobRequest {
  const body = {
    model: step.upstream,
    content: [{ type: 'text', text: withoutCommands(step.prompt) }, ...toPictures(step)],
    ...clipParameters(step.parameters, parameters),
    resolution: chooseResolution(step),
    ratio: nearestRatio(step, clipRatios),
    duration: wholeSeconds(step),
    seed: step.seed,
    ...(sound && { generate_audio: step.audio }),
    ...(reportUrl && { callback_url: reportUrl }),
  };
  return { path, body };
}

/**
 * Models up to Seedance 1.5 read `--resolution 1080p` and the like in the prompt as commands, which would
 * change the price. A dash in their place means the same to a reader.
 */
function withoutCommands(prompt: string): string {
  return prompt.replaceAll(/(?<!-)-{2,}(?=\w)/g, '\u2014');
}

/** First and last frame, or pictures that the clip shows: the provider takes one or the other. */
function toPictures({ picture, last, references = [] }: ClipStep): object[] {
  const item = (role: string, source: StepPicture) => ({
    type: 'image_url',
    image_url: { url: toDataUrl(source) },
    role,
  });
  if (!picture) return references.map(reference => item('reference_image', reference));
  return [item('first_frame', picture), ...(last ? [item('last_frame', last)] : [])];
}

function chooseResolution({ width, height }: ClipStep): string {
  const edge = Math.min(width, height);
  const distance = (name: string) => Math.abs(Math.log(Number.parseInt(name, 10) / edge));
  return clipResolutions.reduce((best, name) => (distance(name) < distance(best) ? name : best));
}

function readJobState(answer: HttpResponse, { tokenPrice }: VolcengineSettings): JobState {
  const { status, content, usage, error } = readJson(answer, taskShape);
  switch (jobEnd(status)) {
    case 'done': {
      const url = content?.video_url;
      const tokens = usage?.completion_tokens ?? 0;
      // So much for a million tokens is as many millionths for one.
      const costMicros = Math.ceil(tokens * tokenPrice);
      return {
        state: 'done',
        files: url ? [{ kind: 'clip', url }] : [],
        ...(costMicros > 0 && { costMicros }),
      };
    }
    case 'failed': {
      const code = isContentRefusal(error?.code) ? 'content_refused' : 'engine_error';
      return { state: 'failed', code, text: error?.message ?? status, retryable: code === 'engine_error' };
    }
    default:
      return { state: 'running' };
  }
}
