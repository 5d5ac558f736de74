/** POST /v1/videos: a prompt, pictures and the model's own parameters -> a clip. POST /v1/videos/quote: only its price. */
import type { FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import { formatMicros } from '../../lib/money.ts';
import { findRepeat } from '../../tasks/find-repeat.ts';
import { submitTask, type TaskRequest } from '../../tasks/submit-task.ts';
import { viewTask } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { repeatOf, type SubmitParts } from '../submit.ts';
import { keepFor, type TakenPicture } from '../take-pictures.ts';
import { readVideoRequest } from './read-request.ts';
import { toVideoRecord, type CreateBody, type VideoWire } from './wire.ts';

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
  readonly pictures?: readonly TakenPicture[];
};

/** Makes the task, or finds the one that this request made before, and answers with its record. */
export async function once(
  parts: SubmitParts,
  call: Call<{ readonly webhook_url?: string | undefined }>,
  make: () => Promise<NewClip>,
): Promise<FastifyReply> {
  const { body, token, baseUrl, language } = call;
  const repeat = repeatOf(call.request, body);
  const { accountId } = token;
  const { idempotencyKey: key, requestHash } = repeat;
  const [before] =
    key === undefined ? [] : await findRepeat(parts.db, { accountId, keys: [key], requestHash });
  if (before) return send(parts, call, before.publicId);
  const url = body.webhook_url ? parts.checkHook(body.webhook_url, 'webhook_url') : undefined;
  const { wire, pictures = [], ...clip } = await make();
  const request: TaskRequest = {
    ...clip,
    interface: 'video',
    accountId,
    tokenId: token.id,
    wire: { ...wire },
    ...(url !== undefined && { hook: { url, baseUrl, language } }),
    ...repeat,
  };
  const [submitted] = await keepFor(pictures, async () => [await submitTask(parts.db, request, parts)]);
  return send(parts, call, submitted.publicId);
}

/** The task is there: a client that is not told so must not make another by itself. */
async function send(
  parts: SubmitParts,
  { reply, baseUrl, language }: Pick<Call, 'reply' | 'baseUrl' | 'language'>,
  publicId: string,
): Promise<FastifyReply> {
  reply.header('x-should-retry', 'false');
  const task = await viewTask(parts.db, publicId, 'video');
  // A repeat of what was deleted since.
  if (!task) throw new AppError('task_unknown', { task: publicId });
  return reply
    .header('openai-poll-after-ms', String(parts.catalogue.pollAfterMs(task.model)))
    .send(toVideoRecord(task, { baseUrl, language, currency: parts.currency }));
}
