/** The routes of OpenAI's Images API: the same image tasks in another format. */
import { AppError } from '@kinora/shared/errors/errors';
import { priceImage } from '@kinora/shared/billing/quote';
import { formatMicros } from '@kinora/shared/money';
import { z } from 'zod';
import { checkTier } from '../../../core/catalogue/models/check-tier.ts';
import { viewTask, type TaskView } from '../../../core/tasks/read/task-view.ts';
import { ownTask } from '../../http/tasks/own-task.ts';
import { route, type Call, type Route } from '../../http/route.ts';
import { placeOrFind } from '../../http/tasks/place-task.ts';
import { readIdempotency } from '../../http/tasks/submit.ts';
import { modelFor, tierFor } from '../order/place-order.ts';
import { readImageWire } from '../wire/image-wire.ts';
import { answerImages } from './answer-images.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { editBody, generationBody, variationBody, type CommonBody } from './bodies.ts';
import { imagesResponse, taskResponse, toImages, toTaskResponse } from './images-response.ts';
import { toPlacement, type Request } from './place-request.ts';
import { post } from './post.ts';
import { asAddresses, readDelivery } from './read-fields.ts';
import { readEdit, readGeneration, readVariation, type ReadOrder } from './read-order.ts';

type ReadCall<Body> = (parts: WaitingDependencies, call: Call<Body>) => Promise<ReadOrder>;

const completedReply = {
  description: 'The images. With `stream`, server-sent events instead.',
  shape: imagesResponse,
  types: ['text/event-stream'],
} as const;
const acceptedReply = { description: 'The task, which goes on.', shape: taskResponse } as const;

/** What a path makes of its body. */
interface Operation<Body extends CommonBody> {
  readonly path: string;
  readonly summary: string;
  readonly body: z.ZodType<Body>;
  readonly read: ReadCall<Body>;
}

export function openaiRoutes(parts: WaitingDependencies): Route[] {
  return [
    ...operationRoutes(parts, {
      path: '/v1/images/generations',
      summary: 'Generate images (OpenAI Images API)',
      body: generationBody,
      read: readGeneration,
    }),
    ...operationRoutes(parts, {
      path: '/v1/images/edits',
      summary: 'Edit an image (OpenAI Images API)',
      body: editBody,
      read: readEdit,
    }),
    ...operationRoutes(parts, {
      path: '/v1/images/variations',
      summary: 'Generate images like another one (OpenAI Images API)',
      body: variationBody,
      read: readVariation,
    }),
    quoteRoute(parts),
    ...taskRoutes(parts),
  ];
}

function operationRoutes<Body extends CommonBody>(
  parts: WaitingDependencies,
  { path, summary, body, read }: Operation<Body>,
): Route[] {
  return [
    route({
      ...post,
      path,
      summary,
      body,
      responses: { 200: completedReply, 202: acceptedReply },
      handle: async (call: Call<Body>) => {
        const request = { delivery: readDelivery(call.body), read: () => read(parts, call) };
        return isAsync(call) ? startTask(parts, call, request) : answerImages(parts, call, request);
      },
    }),
    route({
      ...post,
      path: `${path}/async`,
      summary: `${summary}: answer at once with the task`,
      body,
      responses: { 202: acceptedReply },
      handle: async (call: Call<Body>) =>
        startTask(parts, call, { delivery: readDelivery(call.body), read: () => read(parts, call) }),
    }),
  ];
}

/** Whether the client asks not to wait, by the `Prefer` header (RFC 7240) or by a field. */
function isAsync({ request, body }: Call<CommonBody>): boolean {
  return body.async === true || /\brespond-async\b/i.test(String(request.headers.prefer ?? ''));
}

async function startTask(
  parts: WaitingDependencies,
  call: Call<CommonBody>,
  request: Request,
): Promise<unknown> {
  const idempotency = readIdempotency(call, call.body);
  const publicId = await placeOrFind(parts, call, { ...toPlacement(parts, call, request), idempotency });
  // The task exists, so the client must not repeat the request by itself.
  call.reply.header('x-should-retry', 'false');
  const task = await viewTask(parts.db, publicId, 'image');
  if (!task) throw new AppError('task_unknown', { task: publicId });
  const record = toTaskResponse(task, { ...parts, ...call });
  return call.reply
    .code(202)
    .headers({
      location: record.poll_url,
      'retry-after': secondsToPoll(parts, task),
      'cache-control': 'no-store',
      'x-kinora-task': publicId,
    })
    .send(record);
}

function secondsToPoll({ catalogue }: WaitingDependencies, { model }: TaskView): string {
  return String(Math.ceil(catalogue.pollAfterMs(model) / 1000));
}

function quoteRoute(parts: WaitingDependencies): Route {
  return route({
    ...post,
    path: '/v1/images/quote',
    summary: 'Get the price of a generation without creating a task',
    body: generationBody,
    responses: {
      200: {
        description: 'The price; no task is created.',
        shape: z.object({
          object: z.literal('image.quote'),
          model: z.string(),
          quantity: z.number().int(),
          unit_price: z.string(),
          amount: z.string(),
          currency: z.string(),
        }),
      },
    },
    handle: async (call: Call<z.infer<typeof generationBody>>) => {
      const { order } = await readGeneration(parts, call);
      const { card } = modelFor(parts, call.token, order);
      const tier = tierFor({ ...call, body: {} }, order.tier);
      checkTier(card, tier);
      const { factorMicros } = call.token.groupRules;
      const { parameters = {} } = order;
      const quote = priceImage(card, { ...order.job, parameters }, { tier, factorMicros });
      return {
        object: 'image.quote',
        model: card.id,
        quantity: quote.quantity,
        unit_price: formatMicros(quote.unitPriceMicros),
        amount: formatMicros(quote.amountMicros),
        currency: parts.currency,
      };
    },
  });
}

function taskRoutes(parts: WaitingDependencies): Route[] {
  const line = {
    interfaceName: 'images',
    auth: 'any-key',
    method: 'GET',
    responses: { 200: { description: 'The task.', shape: taskResponse } },
    errorCodes: ['task_unknown', 'file_expired'],
    handle: getTask(parts),
  } as const;
  return [
    route({
      ...line,
      path: '/v1/images/tasks/:id',
      summary: 'Get an image task, with its images once completed',
    }),
    route({ ...line, path: '/v1/tasks/:id', summary: 'Get an image task', hidden: true }),
  ];
}

function getTask(parts: WaitingDependencies) {
  return async (call: Call) => {
    const { token, params, reply } = call;
    const task = await ownTask(parts.db, params['id'] ?? '', { token, interface: 'image' });
    reply.header('cache-control', 'no-store');
    if (!task.finishedAt) reply.header('retry-after', secondsToPoll(parts, task));
    const record = toTaskResponse(task, { ...parts, ...call });
    if (task.phase !== 'succeeded' || task.expired) return record;
    const { delivery = asAddresses } = readImageWire(task);
    return { ...record, result: await toImages(task, delivery, { ...parts, ...call }) };
  };
}
