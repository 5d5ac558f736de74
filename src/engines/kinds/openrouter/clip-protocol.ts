/** Clips: jobs of the video API, which are started, asked for, and never cancelled: it has no way to. */
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import { messageIn } from '../../adapter-kit/http/message-in.ts';
import { jobEnd } from '../../adapter-kit/http/job-words.ts';
import type { JobProtocol, JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { nearestRatio } from '../../adapter-kit/hosted/ratios.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { withoutExpressed } from '../../planner/card-parameters.ts';
import type { ClipStep } from '../../contract/steps/step.ts';
import { listRatios, chooseResolution } from './abilities.ts';
import { toCost, openRouterFailure, usageShape } from './openrouter-client.ts';
import type { OpenRouterSettings } from './openrouter-settings.ts';
import { imageUrl, providerParameters } from './request-parts.ts';

const startShape = z.object({ id: z.string().min(1) });

const jobShape = z.object({
  status: z.string(),
  error: z.unknown().optional(),
  /** Addresses of the API itself, one for each clip. */
  unsigned_urls: z.array(z.string()).nullish(),
  usage: usageShape,
});

export function clipProtocol(client: HttpClient, settings: OpenRouterSettings): JobProtocol {
  return {
    startRequest(step, { reportUrl }) {
      if (step.primitive !== 'clip')
        throw rejectionError(reason('step_unsupported', { primitive: step.primitive }));
      // Other addresses are refused.
      const callback = reportUrl?.startsWith('https://') && { callback_url: reportUrl };
      return { path: '/videos', body: { ...toBody(step, settings), ...callback } };
    },
    readJob: answer => ({ id: readJson(answer, startShape).id }),
    startFailure: answer => openRouterFailure(answer, client),
    stateRequest: ({ id }) => ({ path: `/videos/${encodeURIComponent(id)}` }),
    readState: (answer, { id }) => readJobState(readJson(answer, jobShape), id),
  };
}

function toBody(step: ClipStep, settings: OpenRouterSettings): object {
  const { provider: slug, seed, sound } = settings;
  const { passedParameters } = providerParameters(withoutExpressed(step.parameters), {
    types: {},
    slug,
  });
  const { picture, last, references = [] } = step;
  if (picture && references.length > 0) throw rejectionError(reason('references_or_frame'));
  const frames = [
    ...(picture ? [{ ...imageUrl(picture), frame_type: 'first_frame' }] : []),
    ...(last ? [{ ...imageUrl(last), frame_type: 'last_frame' }] : []),
  ];
  return {
    model: step.upstream,
    prompt: step.prompt,
    duration: step.seconds,
    resolution: chooseResolution(step, settings),
    aspect_ratio: nearestRatio(step, listRatios(settings)),
    ...(sound && { generate_audio: step.audio }),
    ...(seed && { seed: step.seed % 0x7fff_ffff }),
    ...(frames.length > 0 && { frame_images: frames }),
    ...(references.length > 0 && { input_references: references.map(imageUrl) }),
    ...(passedParameters && { provider: { options: { [slug]: { parameters: passedParameters } } } }),
  };
}

function readJobState(
  { status, error, unsigned_urls, usage }: z.infer<typeof jobShape>,
  id: string,
): JobState {
  if (jobEnd(status) === 'done') {
    // Not the addresses themselves: behind a gateway, they would lead past it.
    const files = (unsigned_urls ?? []).map((_, index) => ({
      kind: 'clip' as const,
      url: `videos/${encodeURIComponent(id)}/content?index=${index}`,
    }));
    return { state: 'done', files, ...toCost(usage) };
  }
  if (jobEnd(status) === 'failed')
    return { state: 'failed', code: 'engine_error', text: messageIn(error) ?? status, retryable: true };
  return { state: 'running' };
}

function rejectionError(reason: Reason): EngineError {
  return new EngineError('engine_rejected', reason, { notStarted: true });
}
