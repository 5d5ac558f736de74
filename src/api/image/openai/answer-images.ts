/** Answers a request of the Images API with its pictures, when they are ready. */
import { formatMicros } from '@kinora/shared/money';
import { viewTask, type TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import { waitForTask } from '../../http/tasks/wait-for-task.ts';
import { placeTask, type PlacedTask } from '../../http/tasks/place-task.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { readImageWire } from '../wire/image-wire.ts';
import type { CommonBody } from './bodies.ts';
import { toImages } from './images-response.ts';
import { toPlacement, type Request } from './place-request.ts';
import { streamImages } from './stream-images.ts';

type ImagesCall = Call<CommonBody>;

export async function answerImages(
  parts: WaitingDependencies,
  call: ImagesCall,
  request: Request,
): Promise<unknown> {
  // Runs before anything is paid for.
  if (request.delivery.stream) parts.streams.count(call.reply, call.token.accountId);
  const pendingTask = await placeTask(parts, call, toPlacement(parts, call, request));
  return deliverTask(parts, call, { ...pendingTask, delivery: request.delivery });
}

type DeliveredTask = PlacedTask & Pick<Request, 'delivery'>;

async function deliverTask(
  parts: WaitingDependencies,
  call: ImagesCall,
  { delivery, ...pendingTask }: DeliveredTask,
): Promise<unknown> {
  const { publicId } = pendingTask;
  call.reply.header('x-kinora-task', publicId).header('cache-control', 'no-store');
  if (delivery.stream) {
    const currentTask = await viewTask(parts.db, publicId, 'image');
    if (currentTask) describe(parts, call, currentTask);
    return streamImages(parts, call, { ...pendingTask, delivery, previews: delivery.stream.previews });
  }
  const task = await waitForTask(parts, call, pendingTask);
  if (!task) return undefined;
  describe(parts, call, task);
  const { storage } = parts;
  return toImages(task, delivery, { storage, baseUrl: call.baseUrl });
}

/** Returns headers with the facts about a task for which the body has no field. */
function describe(
  { currency }: Pick<WaitingDependencies, 'currency'>,
  { reply }: Pick<ImagesCall, 'reply'>,
  task: TaskView,
): void {
  const { ignored: ignoredFields } = readImageWire(task);
  if (ignoredFields) reply.header('x-kinora-ignored', ignoredFields.join(', '));
  const amount = formatMicros(task.chargedMicros ?? task.price.amountMicros);
  reply.header('x-kinora-price', `${amount} ${currency}`);
  if (task.expiresAt) reply.header('x-kinora-expires', task.expiresAt.toISOString());
}
