/**
 * POST /v1/videos: creates a clip from a prompt, pictures and parameters of the model. POST
 * /v1/videos/quote returns only the price.
 */
import type { FastifyReply } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { formatMicros } from '@kinora/shared/money';
import { without } from '../../platform/lib/without.ts';
import { checkOffer } from '../../core/tasks/submit/check-offer.ts';
import { readPromptWords } from '../../core/tasks/submit/prompt-words.ts';
import { submitTask } from '../../core/tasks/submit/submit-task.ts';
import type { TaskRequest } from '../../core/tasks/submit/task-request.ts';
import { viewTask } from '../../core/tasks/read/task-view.ts';
import type { Call } from '../http/route.ts';
import { marksIn, viaHeader } from '../../platform/lib/network/own-requests.ts';
import { placeOrFind, type IdempotencyContext, type TaskPlacement } from '../http/tasks/place-task.ts';
import { readTerms } from '../http/tasks/request-terms.ts';
import { readIdempotency, logAllSubmitted, rejectLoop } from '../http/tasks/submit.ts';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import { withUploads, type IngestedImage } from '../http/request/image-ingest.ts';
import { readVideoRequest } from './read-request.ts';
import type { CreateBody, TermsBody } from './bodies.ts';
import { toVideoRecord, type VideoWire } from './wire.ts';

export function createVideo(parts: TaskRouteDependencies) {
  return (call: Call<CreateBody>) => placeOnce(parts, call, () => readClip(parts, call));
}

/** A clip from a prompt. Throws AppError. */
export async function readClip(
  parts: TaskRouteDependencies,
  call: Pick<Call<CreateBody>, 'body' | 'token'>,
): Promise<NewClip> {
  const { model, tier, parameters, job, pictures, quote } = await readVideoRequest(parts, call);
  const aspectRatio = String(parameters['aspect_ratio']);
  const wire: VideoWire = { aspectRatio, parameters, references: pictures.length };
  return { model, tier, job, quote, wire, pictures };
}

export function quoteVideo(parts: TaskRouteDependencies) {
  return async (call: Call<CreateBody>) => {
    if (call.body.webhook_url) parts.checkHook(call.body.webhook_url, 'webhook_url');
    const { model, tier, parameters, quote } = await readVideoRequest(parts, call);
    return {
      object: 'video.quote',
      model: model.card.id,
      tier,
      parameters,
      unit: quote.unit,
      quantity: quote.quantity,
      unit_price: formatMicros(quote.unitPriceMicros),
      amount: formatMicros(quote.amountMicros),
      currency: parts.currency,
    };
  };
}

export type NewClip = Pick<TaskRequest, 'model' | 'tier' | 'job' | 'quote' | 'parent'> & {
  readonly wire: VideoWire;
  readonly pictures?: readonly IngestedImage[];
};

/** Creates the task, or finds the one of an earlier identical request, and returns its record. */
export async function placeOnce(
  parts: TaskRouteDependencies,
  call: Call<TermsBody>,
  read: () => Promise<NewClip>,
): Promise<FastifyReply> {
  const idempotency = readIdempotency(call, call.body);
  return send(
    parts,
    call,
    await placeOrFind(parts, call, { ...clipPlacement(parts, call, read), idempotency }),
  );
}

interface ClipCall extends Call<TermsBody> {
  /** The program of an agent that calls. Undefined if it is not known. */
  readonly client?: string | undefined;
}

/** Returns how the task of a request is made. */
export function clipPlacement(
  parts: TaskRouteDependencies,
  call: ClipCall,
  read: () => Promise<NewClip>,
): TaskPlacement<NewClip> {
  const { webhook_url: hook } = call.body;
  return {
    interface: 'video',
    read: async () => {
      rejectLoop(parts, call.request);
      if (hook) parts.checkHook(hook, 'webhook_url');
      return read();
    },
    place: (clip, idempotency) => placeClip(parts, call, { clip, idempotency }),
  };
}

/** Returns the public id of the task. */
async function placeClip(
  parts: TaskRouteDependencies,
  call: ClipCall,
  {
    clip: { wire: clipWire, pictures = [], ...clip },
    idempotency,
  }: { readonly clip: NewClip; readonly idempotency: IdempotencyContext },
): Promise<string> {
  const { body, token, baseUrl, language } = call;
  const url = body.webhook_url ? parts.checkHook(body.webhook_url, 'webhook_url') : undefined;
  checkOffer(parts, clip);
  const words = readPromptWords(parts, clip);
  const wire = { ...without(clipWire, ['words']), ...(words && { words: { ...words } }) };
  const request: TaskRequest = {
    ...clip,
    ...readTerms(parts, call),
    interface: 'video',
    accountId: token.accountId,
    tokenId: token.id,
    userId: token.userId,
    action: 'VIDEO',
    prompt: clip.job.prompt,
    wire,
    via: marksIn(call.request.headers[viaHeader]),
    client: call.client,
    ...(url !== undefined && { hook: { url, baseUrl, language } }),
    ...idempotency,
  };
  const [submittedTask] = await withUploads(pictures, async () => [
    await submitTask(parts.db, request, parts),
  ]);
  logAllSubmitted(call, [{ submittedTask, prompt: request.prompt }]);
  return submittedTask.publicId;
}

/**
 * Sends the record. If that fails, the client must not repeat the request by itself, because the task exists.
 */
async function send(
  parts: TaskRouteDependencies,
  { reply, baseUrl, language }: Pick<Call, 'reply' | 'baseUrl' | 'language'>,
  publicId: string,
): Promise<FastifyReply> {
  reply.header('x-should-retry', 'false');
  const task = await viewTask(parts.db, publicId, 'video');
  // A repeat of a request whose task has been deleted.
  if (!task) throw new AppError('task_unknown', { task: publicId });
  return reply
    .header('openai-poll-after-ms', String(parts.catalogue.pollAfterMs(task.model)))
    .send(toVideoRecord(task, { baseUrl, language, currency: parts.currency }));
}
