/** Requests that are answered with the media themselves. They last as long as the work. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../contract/engine-error.ts';
import { type HttpClient, type HttpResponse, readBody } from '../../adapter-kit/http/http-client.ts';
import type { HeldAnswer, HeldCall } from '../../adapter-kit/answers/held-answers.ts';
import type { ClipStep } from '../../contract/steps/step.ts';
import { hasPreviews } from './abilities.ts';
import { isError, mediaStartFailure } from './failures.ts';
import { type PictureResult, readFiles, readPictures } from './picture-answer.ts';
import type { MediaRequest } from './picture-request.ts';
import { readPictureStream } from './picture-stream.ts';
import { costOfUsage, reportedCost } from './reported-cost.ts';
import type { OpenAiMediaSettings } from './settings.ts';

export interface MediaCall {
  readonly client: HttpClient;
  readonly isPaid: boolean;
  readonly request: MediaRequest;
  readonly call: HeldCall;
  /** The largest answer. */
  readonly maxBytes: number;
}

export interface PictureTerms {
  readonly count: number;
  readonly settings: OpenAiMediaSettings;
}

export async function askForPictures(asking: MediaCall, terms: PictureTerms): Promise<HeldAnswer> {
  const { pictures, head } = await (hasPreviews(terms.settings)
    ? askForStream(asking, terms)
    : askAtOnce(asking, terms));
  // What a gateway reports comes last: it knows its own prices.
  return { files: pictures.files, ...costOfUsage(pictures.usage, terms.settings), ...reportedCost(head) };
}

export async function askForClip(step: ClipStep, asking: MediaCall): Promise<HeldAnswer> {
  const { files } = readFiles(await send(asking), 1);
  const [clipFile] = files;
  if (!clipFile) throw new EngineError('engine_error', reason('clip_none'), { retryable: true });
  const { width, height, seconds, framesPerSecond } = step;
  const durationMs = Math.round(seconds * 1000);
  const file = { width, height, durationMs, framesPerSecond, ...clipFile };
  return { files: [{ kind: 'clip', contentType: 'video/mp4', ...file }] };
}

async function send({ client, isPaid, request, call, maxBytes }: MediaCall): Promise<HttpResponse> {
  const { signal, onSent } = call;
  const response = await client.send({
    ...request,
    signal,
    onSent,
    timeoutMs: Infinity,
    maxBytes,
  });
  if (!response.isOk || isError(response.bytes)) throw mediaStartFailure(response, { client, isPaid });
  return response;
}

interface MediaAnswer {
  readonly pictures: PictureResult;
  readonly head: Pick<HttpResponse, 'headers'>;
}

async function askAtOnce(asking: MediaCall, { count }: PictureTerms): Promise<MediaAnswer> {
  const response = await send(asking);
  return { pictures: await readPictures(response, count), head: response };
}

/** Copies of the interface that do not know the wish answer at the end, with the picture. */
async function askForStream(asking: MediaCall, { count, settings }: PictureTerms): Promise<MediaAnswer> {
  const { client, isPaid, request, call, maxBytes } = asking;
  const { signal, onSent, onUpdate } = call;
  const { body, ...head } = await client.stream({ ...request, signal, onSent, timeoutMs: Infinity });
  if (head.isOk && head.contentType === 'text/event-stream') {
    const { previews } = settings;
    return { pictures: await readPictureStream(body, { client, previews, onUpdate, maxBytes }), head };
  }
  const bytes = await readBody(body, maxBytes);
  if (!head.isOk || isError(bytes)) throw mediaStartFailure({ ...head, bytes }, { client, isPaid });
  return { pictures: await readPictures({ bytes }, count), head };
}
