/** POST /v1/videos: creates a clip from a prompt, pictures and parameters of the model. POST /v1/videos/quote returns only the price. */
import type { FastifyReply } from 'fastify';
import { AppError } from '@kinora/shared/errors/errors';
import { formatMicros } from '@kinora/shared/money';
import { without } from '../../platform/lib/without.ts';
import { findRepeat } from '../../core/tasks/submit/find-repeat.ts';
import { checkOffer } from '../../core/tasks/submit/check-offer.ts';
import { readPromptWords } from '../../core/tasks/submit/prompt-words.ts';
import { submitTask } from '../../core/tasks/submit/submit-task.ts';
import type { TaskRequest } from '../../core/tasks/submit/task-request.ts';
import { viewTask } from '../../core/tasks/read/task-view.ts';
import type { Call } from '../http/route.ts';
import { marksIn, viaHeader } from '../../platform/lib/network/own-requests.ts';
import { idempotencyOf, logAllSubmitted, rejectLoop, type SubmitParts } from '../http/tasks/submit.ts';
import { withUploads, type IngestedImage } from '../http/request/image-ingest.ts';
import { readVideoRequest } from './read-request.ts';
import type { CreateBody } from './bodies.ts';
import { toVideoRecord, type VideoWire } from './wire.ts';

export function createVideo(parts: SubmitParts) {
  return (call: Call<CreateBody>) =>
    once(parts, call, async () => {
      const { model, tier, parameters, job, pictures, quote } = await readVideoRequest(parts, call);
      const aspectRatio = String(parameters['aspect_ratio']);
      const wire: VideoWire = { aspectRatio, parameters, references: pictures.length };
      return { model, tier, job, quote, wire, pictures };
    });
}

export function quoteVideo(parts: SubmitParts) {
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
export async function once(
  parts: SubmitParts,
  call: Call<{ readonly webhook_url?: string | undefined }>,
  make: () => Promise<NewClip>,
): Promise<FastifyReply> {
  const { body, token, baseUrl, language } = call;
  const repeat = idempotencyOf(call, body);
  const { accountId } = token;
  const { idempotencyKey: key, requestHash } = repeat;
  const [before] =
    key === undefined ? [] : await findRepeat(parts.db, { accountId, keys: [key], requestHash });
  if (before) return send(parts, call, before.publicId);
  rejectLoop(parts, call.request);
  const url = body.webhook_url ? parts.checkHook(body.webhook_url, 'webhook_url') : undefined;
  const { wire: made, pictures = [], ...clip } = await make();
  checkOffer(parts, clip);
  const words = readPromptWords(parts, clip);
  const wire = { ...without(made, ['words']), ...(words && { words: { ...words } }) };
  const request: TaskRequest = {
    ...clip,
    interface: 'video',
    accountId,
    tokenId: token.id,
    userId: token.userId,
    action: 'VIDEO',
    prompt: clip.job.prompt,
    wire,
    via: marksIn(call.request.headers[viaHeader]),
    ...(url !== undefined && { hook: { url, baseUrl, language } }),
    ...repeat,
  };
  const [submitted] = await withUploads(pictures, async () => [await submitTask(parts.db, request, parts)]);
  logAllSubmitted(call, [{ submitted, prompt: request.prompt }]);
  return send(parts, call, submitted.publicId);
}

/** Sends the record. If that fails, the client must not repeat the request by itself, because the task exists. */
async function send(
  parts: SubmitParts,
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
