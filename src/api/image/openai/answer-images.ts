/**
 * Answers a request of the Images API with its pictures, when they are ready. The task is stored before anything waits, and a repeat of a
 * request whose connection was lost joins it (core/tasks/submit/awaited-requests.ts).
 */
import { AppError, isRetryable } from '@kinora/shared/errors/errors';
import { systemClock } from '@kinora/shared/clock';
import { formatMicros } from '@kinora/shared/money';
import type { AwaitedRequest } from '../../../core/tasks/submit/awaited-requests.ts';
import { cancelTask } from '../../../core/tasks/work/cancel-task.ts';
import { viewTask, type TaskView } from '../../../core/tasks/read/task-view.ts';
import { goneSignal } from '../../http/request/socket-gone.ts';
import type { Call } from '../../http/route.ts';
import { idempotencyOf } from '../../http/tasks/submit.ts';
import { waitForEnd, type Waited } from '../../http/tasks/wait-for-end.ts';
import type { CommonBody } from './bodies.ts';
import type { ImagesParts } from './images-parts.ts';
import { toImages } from './images-response.ts';
import { findPlaced, keyOfAwaited, placeRequest, type PlacedBody, type Request } from './place-request.ts';
import { streamImages } from './stream-images.ts';

type ImagesCall = Call<CommonBody>;

export async function answerImages(parts: ImagesParts, call: ImagesCall, request: Request): Promise<unknown> {
  // Before anything is paid for.
  if (request.delivery.stream) parts.streams.count(call.reply, call.token.accountId);
  return deliverTask(parts, call, { ...(await placedTask(parts, call, request)), ...request });
}

export interface PlacedTask {
  readonly publicId: string;
  /** The response will ask the client to repeat its request, which then joins this one. */
  readonly asksAgain?: () => void;
}

/** The task of a request that waits: a new one, or that of the request which it repeats. Throws AppError with the reason why there is none. */
export async function placedTask(
  parts: ImagesParts,
  call: Call<PlacedBody>,
  request: Request,
): Promise<PlacedTask> {
  const keyed = idempotencyOf(call, call.body);
  if (keyed.idempotencyKey !== undefined) {
    const placed = await findPlaced(parts, call, keyed);
    if (placed !== undefined) return { publicId: placed };
    return { publicId: await placeRequest(parts, call, { ...(await request.read()), ...keyed, ...request }) };
  }
  const { requestHash } = keyed;
  const identity = { tokenId: call.token.id, requestHash, isRepeat: isRepeated(call) };
  const joined = await parts.awaited.join(identity);
  const read = joined ? undefined : await request.read();
  const awaited = joined ?? (await parts.awaited.begin(identity));
  const connection = watchConnection(parts, call, awaited);
  const key = { requestHash, idempotencyKey: keyOfAwaited(awaited) };
  const placed = joined && (await findPlaced(parts, call, key));
  const publicId =
    placed ?? (await placeRequest(parts, call, { ...(read ?? (await request.read())), ...key, ...request }));
  connection.task = publicId;
  return { publicId, asksAgain: connection.keep };
}

/** SDKs say so themselves. */
function isRepeated({ request }: Pick<Call, 'request'>): boolean {
  return Number(request.headers['x-stainless-retry-count'] ?? 0) > 0;
}

type Delivered = PlacedTask & Pick<Request, 'delivery'>;

async function deliverTask(parts: ImagesParts, call: ImagesCall, delivered: Delivered): Promise<unknown> {
  const { publicId, delivery } = delivered;
  call.reply.header('x-kinora-task', publicId).header('cache-control', 'no-store');
  if (delivery.stream) return streamImages(parts, call, { ...delivered, stream: delivery.stream });
  const task = await finishedTask(parts, call, delivered);
  return task && sendImages(parts, call, { task, delivery });
}

/** Undefined: the client is gone. Throws AppError for everything but success. */
export async function finishedTask(
  parts: ImagesParts,
  call: Call,
  { publicId, asksAgain }: PlacedTask,
): Promise<TaskView | undefined> {
  const seconds = secondsToWait(parts, call);
  const waited = await waitForEnd(parts.bus, {
    publicId,
    view: () => viewTask(parts.db, publicId, 'image'),
    callerIds: [call.token.id],
    atMostMs: seconds * 1000,
    gone: goneSignal(call.request.raw.socket),
  });
  return endedTask(call, waited, { publicId, seconds, ...(asksAgain && { asksAgain }) });
}

/** `Prefer: wait=20` (RFC 7240) shortens the wait. */
function secondsToWait({ responseSeconds }: ImagesParts, { request }: Pick<Call, 'request'>): number {
  const [, wished] = /(?:^|[,;\s])wait=(\d{1,5})/i.exec(String(request.headers.prefer ?? '')) ?? [];
  return Math.min(responseSeconds, Number(wished ?? responseSeconds));
}

function endedTask(
  { reply, baseUrl }: Pick<Call, 'reply' | 'baseUrl'>,
  waited: Waited,
  { publicId, seconds, asksAgain }: PlacedTask & { readonly seconds: number },
): TaskView | undefined {
  switch (waited.what) {
    case 'gone':
      reply.hijack();
      return undefined;
    case 'closing':
      asksAgain?.();
      throw new AppError('shutting_down');
    case 'late':
      throw new AppError('response_late', {
        seconds,
        task: publicId,
        address: `${baseUrl}/v1/images/tasks/${publicId}`,
      });
    case 'ended': {
      const { task } = waited;
      if (!task || task.isDeleted) throw new AppError('task_unknown', { task: publicId });
      if (!task.error) return task;
      // The engine was asked as often as it makes sense: a repeat by the SDK would be another task.
      if (!isRetryable(task.error.code)) reply.header('x-should-retry', 'false');
      throw new AppError(task.error.code, task.error.details);
    }
  }
}

async function sendImages(
  { storage, currency }: ImagesParts,
  { reply, baseUrl }: ImagesCall,
  { task, delivery }: { readonly task: TaskView } & Pick<Request, 'delivery'>,
): Promise<unknown> {
  const { ignored } = task.wire as { ignored?: readonly string[] };
  if (ignored) reply.header('x-kinora-ignored', ignored.join(', '));
  const amount = formatMicros(task.chargedMicros ?? task.price.amountMicros);
  reply.header('x-kinora-price', `${amount} ${currency}`);
  return toImages(task, delivery, { storage, baseUrl });
}

/** How long a repeat of a request whose client has gone may take. Then what is still queued is cancelled. */
const repeatWithinMs = 10_000;

/** Notes whether the response was delivered. Otherwise a repeat may join the request. */
function watchConnection(
  parts: ImagesParts,
  { reply, request, token }: Call<PlacedBody>,
  awaited: AwaitedRequest,
) {
  const connection = { task: undefined as string | undefined, isKept: false, keep: () => {} };
  connection.keep = () => {
    connection.isKept = true;
  };
  const settle = async (): Promise<void> => {
    if (reply.raw.writableFinished && !connection.isKept) return parts.awaited.answered(awaited);
    await parts.awaited.lost(awaited);
    if (connection.isKept) return;
    await systemClock.sleep(repeatWithinMs);
    if (connection.task !== undefined)
      await cancelQueued(parts, awaited, { publicId: connection.task, accountId: token.accountId });
  };
  reply.raw.once('close', () =>
    settle().catch((error: unknown) => request.log.warn({ err: error }, 'a lost request was not noted')),
  );
  return connection;
}

/** Work that has started goes on: a later repeat still joins it. */
async function cancelQueued(
  { db, retentionHours, awaited: requests }: ImagesParts,
  awaited: AwaitedRequest,
  { publicId, accountId }: { readonly publicId: string; readonly accountId: string },
): Promise<void> {
  const task = await viewTask(db, publicId, 'image');
  if (task?.phase === 'queued' && (await requests.giveUp(awaited)))
    await cancelTask(db, { publicId, accountId, interface: 'image', retentionHours });
}
