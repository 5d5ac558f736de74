/**
 * Clips of Veo: operations, which are started, asked for, and never cancelled: their
 * work continues and is charged.
 */
import { reason } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import { EngineError } from '../../contract/engine-error.ts';
import type { JobProtocol, JobState } from '../../adapter-kit/hosted/job-protocol.ts';
import { nearestRatio } from '../../adapter-kit/hosted/ratios.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { clipParameters } from '../../planner/card-parameters.ts';
import type { ClipStep } from '../../contract/steps/step.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import { clipRatios, chooseResolution } from './abilities.ts';
import { defaultUrl, googleStartFailure, methodPath } from './google-client.ts';

const startShape = z.object({ name: z.string().min(1) });

const operationShape = z.object({
  done: z.boolean().nullish(),
  error: z.object({ code: z.number().nullish(), message: z.string().nullish() }).nullish(),
  response: z
    .object({
      generateVideoResponse: z
        .object({
          generatedSamples: z
            .array(
              z.object({
                video: z.object({ uri: z.string().nullish(), encodedVideo: z.string().nullish() }).nullish(),
              }),
            )
            .nullish(),
          raiMediaFilteredCount: z.number().nullish(),
          raiMediaFilteredReasons: z.array(z.string()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
type Operation = z.infer<typeof operationShape>;

/** The code of google.rpc.Status for a request that is wrong as it is. */
const invalidArgument = 3;

export function clipProtocol(client: HttpClient): JobProtocol {
  return {
    startRequest(step) {
      if (step.primitive !== 'clip')
        throw new EngineError('engine_rejected', reason('step_unsupported', { primitive: step.primitive }), {
          notStarted: true,
        });
      return {
        path: methodPath(step.upstream, 'predictLongRunning'),
        body: { instances: [toInstance(step)], parameters: toParameters(step) },
      };
    },
    readJob: answer => ({ id: readJson(answer, startShape).name }),
    startFailure: answer => googleStartFailure(answer, client),
    stateRequest: ({ id }) => ({ path: `/v1beta/${id.split('/').map(encodeURIComponent).join('/')}` }),
    readState: answer => readOperation(readJson(answer, operationShape)),
  };
}

function toInstance({ prompt, picture, last, references = [] }: ClipStep): object {
  return {
    prompt,
    ...(picture && { image: encodePicture(picture) }),
    ...(last && { lastFrame: encodePicture(last) }),
    ...(references.length > 0 && {
      referenceImages: references.map(reference => ({
        image: encodePicture(reference),
        referenceType: 'asset',
      })),
    }),
  };
}

function toParameters(step: ClipStep): object {
  return {
    ...clipParameters(step.parameters, { personGeneration: 'string' }),
    aspectRatio: nearestRatio(step, clipRatios),
    resolution: chooseResolution(step),
    durationSeconds: step.seconds,
    ...(step.negative && { negativePrompt: step.negative }),
  };
}

function encodePicture({ contentType, bytes }: StepPicture): object {
  return { bytesBase64Encoded: Buffer.from(bytes).toString('base64'), mimeType: contentType };
}

function readOperation({ done, error, response }: Operation): JobState {
  if (error) {
    const code = error.code === invalidArgument ? 'engine_rejected' : 'engine_error';
    return { state: 'failed', code, text: error.message ?? '', retryable: code === 'engine_error' };
  }
  if (!done) return { state: 'running' };
  const {
    generatedSamples,
    raiMediaFilteredCount,
    raiMediaFilteredReasons: reasons,
  } = response?.generateVideoResponse ?? {};
  const files = (generatedSamples ?? []).flatMap(({ video }) => {
    if (video?.uri) return [{ kind: 'clip', url: toRelativePath(video.uri) } as const];
    if (video?.encodedVideo)
      return [{ kind: 'clip', url: `data:video/mp4;base64,${video.encodedVideo}` } as const];
    return [];
  });
  const isRefused = (raiMediaFilteredCount ?? 0) > 0 || (reasons ?? []).length > 0;
  if (files.length === 0 && isRefused)
    return { state: 'failed', code: 'content_refused', text: (reasons ?? []).join(' '), retryable: false };
  return { state: 'done', files };
}

/** The API names its own origin, also behind a gateway, which alone knows the key there. */
function toRelativePath(uri: string): string {
  return uri.startsWith(`${defaultUrl}/`) ? uri.slice(defaultUrl.length + 1) : uri;
}
