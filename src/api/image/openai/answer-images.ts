/** Answers a request of the Images API with its pictures, when they are ready. */
import { formatMicros } from '@kinora/shared/money';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import { imageWireOf } from '../wire/image-wire.ts';
import type { CommonBody } from './bodies.ts';
import { finishedTask } from './finished-task.ts';
import type { ImagesParts } from './images-parts.ts';
import { toImages } from './images-response.ts';
import type { Request } from './place-request.ts';
import { placedTask, type PlacedTask } from './placed-task.ts';
import { streamImages } from './stream-images.ts';

type ImagesCall = Call<CommonBody>;

export async function answerImages(parts: ImagesParts, call: ImagesCall, request: Request): Promise<unknown> {
  // Before anything is paid for.
  if (request.delivery.stream) parts.streams.count(call.reply, call.token.accountId);
  return deliverTask(parts, call, { ...(await placedTask(parts, call, request)), ...request });
}

type Delivered = PlacedTask & Pick<Request, 'delivery'>;

async function deliverTask(parts: ImagesParts, call: ImagesCall, delivered: Delivered): Promise<unknown> {
  const { publicId, delivery } = delivered;
  call.reply.header('x-kinora-task', publicId).header('cache-control', 'no-store');
  if (delivery.stream) return streamImages(parts, call, { ...delivered, previews: delivery.stream.previews });
  const task = await finishedTask(parts, call, delivered);
  return task && sendImages(parts, call, { task, delivery });
}

async function sendImages(
  { storage, currency }: ImagesParts,
  { reply, baseUrl }: ImagesCall,
  { task, delivery }: { readonly task: TaskView } & Pick<Request, 'delivery'>,
): Promise<unknown> {
  const { ignored } = imageWireOf(task);
  if (ignored) reply.header('x-kinora-ignored', ignored.join(', '));
  const amount = formatMicros(task.chargedMicros ?? task.price.amountMicros);
  reply.header('x-kinora-price', `${amount} ${currency}`);
  return toImages(task, delivery, { storage, baseUrl });
}
