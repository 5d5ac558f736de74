/**
 * The task of a request that waits for its result. It is stored before anything waits, and a repeat of a request whose connection was lost
 * joins it (core/tasks/submit/awaited-requests.ts).
 */
import { systemClock } from '@kinora/shared/clock';
import type { AwaitedRequest } from '../../../core/tasks/submit/awaited-requests.ts';
import { cancelTask } from '../../../core/tasks/work/cancel-task.ts';
import { viewTask } from '../../../core/tasks/read/task-view.ts';
import { ClientGoneError } from '../../http/request/client-gone.ts';
import type { Call } from '../../http/route.ts';
import { idempotencyOf } from '../../http/tasks/submit.ts';
import type { ImagesParts } from './images-parts.ts';
import { placeOrFind, placeRequest, type PlacedBody, type Request } from './place-request.ts';

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
  if (keyed.idempotencyKey !== undefined)
    return { publicId: await placeOrFind(parts, call, { ...keyed, ...request }) };
  const { requestHash } = keyed;
  const identity = { tokenId: call.token.id, requestHash, isRepeat: isRepeated(call) };
  const joined = await parts.awaited.join(identity);
  if (joined) {
    const connection = watchConnection(parts, call, joined);
    connection.task = await placeOrFind(parts, call, { ...keyOf(joined, requestHash), ...request });
    return { publicId: connection.task, asksAgain: connection.keep };
  }
  const read = await request.read();
  // Nothing is paid for yet, and nobody would get it.
  if (call.reply.raw.destroyed) throw new ClientGoneError();
  const awaited = await parts.awaited.begin(identity);
  const connection = watchConnection(parts, call, awaited);
  connection.task = await placeRequest(parts, call, { ...read, ...keyOf(awaited, requestHash), ...request });
  return { publicId: connection.task, asksAgain: connection.keep };
}

/** SDKs say so themselves. */
function isRepeated({ request }: Pick<Call, 'request'>): boolean {
  return Number(request.headers['x-stainless-retry-count'] ?? 0) > 0;
}

/** The key of the task of a request that waits. Clients cannot send such keys. */
function keyOf({ id }: AwaitedRequest, requestHash: string) {
  return { requestHash, idempotencyKey: `\u001fawaited:${id}` };
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
  const begin = () =>
    settle().catch((error: unknown) => request.log.warn({ err: error }, 'a lost request was not noted'));
  // Already disconnected, so no `close` event will follow.
  if (reply.raw.destroyed) void begin();
  else reply.raw.once('close', begin);
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
