/**
 * The task of a request that waits for its result. It is stored before anything waits, and a repeat of a
 * request whose connection was lost joins it (core/tasks/submit/awaited-requests.ts).
 */
import { awaitedRequestKey, type AwaitedRequest } from '../../../core/tasks/submit/awaited-requests.ts';
import { findRepeat } from '../../../core/tasks/submit/find-repeat.ts';
import type { Interface } from '../../../core/tasks/task.ts';
import { onClose } from '../reply/on-close.ts';
import { ClientGoneError } from '../request/client-gone.ts';
import type { Call } from '../route.ts';
import { readIdempotency } from './submit.ts';
import type { WaitingDependencies } from './waiting-parts.ts';

export interface PlacedTask {
  readonly publicId: string;
  readonly interface: Interface;
  /** Records why the response will be an error. */
  readonly onError?: (source: ErrorSource) => void;
}

/**
 * `server`: it stops, and asks the client to repeat the request, which then joins this one. `task`: it
 * failed, so that a repeat is a task of its own.
 */
export type ErrorSource = 'server' | 'task';

export type IdempotencyContext = ReturnType<typeof readIdempotency>;

/** How the task of a request is made. */
export interface TaskPlacement<Read = unknown> {
  readonly interface: Interface;
  /** What makes a request a repeat of another one. Absent means its header and its body. */
  readonly idempotency?: IdempotencyContext;
  /** Reads the request, with its pictures. Stores nothing. Throws AppError. */
  readonly read: () => Promise<Read>;
  /** Submits the task, and returns its public id. Throws AppError. */
  readonly place: (request: Read, idempotency: IdempotencyContext) => Promise<string>;
}

/**
 * The task of a request that waits: a new one, or that of the request which it repeats. Throws AppError with
 * the reason why there is none.
 */
export async function placeTask<Read>(
  parts: Pick<WaitingDependencies, 'awaitedRequests' | 'db'>,
  call: Call,
  placing: TaskPlacement<Read>,
): Promise<PlacedTask> {
  const { idempotency = readIdempotency(call, call.body) } = placing;
  const commonFields = { interface: placing.interface };
  const { requestHash, idempotencyKey: taskKey } = idempotency;
  const identity = { tokenId: call.token.id, requestHash, taskKey, isRepeat: isRepeated(call) };
  const joined = await parts.awaitedRequests.join(identity);
  if (joined) {
    const onError = watchConnection(parts, call, joined);
    const publicId = await placeOrFind(parts, call, {
      ...placing,
      idempotency: chooseIdempotency(joined, idempotency),
    });
    return { ...commonFields, publicId, onError };
  }
  const repeatedTaskId = await findKeyed(parts, call, idempotency);
  if (repeatedTaskId !== undefined) {
    // Its task is that of another request, which decides on it when its client hangs up.
    const awaitedRequest = { ...(await parts.awaitedRequests.begin(identity)), isShared: true };
    return {
      ...commonFields,
      publicId: repeatedTaskId,
      onError: watchConnection(parts, call, awaitedRequest),
    };
  }
  const request = await placing.read();
  // Nothing is paid for yet, and the client would not get it.
  if (call.reply.raw.destroyed) throw new ClientGoneError();
  const awaitedRequest = await parts.awaitedRequests.begin(identity);
  const onError = watchConnection(parts, call, awaitedRequest);
  return {
    ...commonFields,
    publicId: await placing.place(request, chooseIdempotency(awaitedRequest, idempotency)),
    onError,
  };
}

/** The task of the key or, if there is none, a new one. Only a new one is read. Throws AppError. */
export async function placeOrFind<Read>(
  parts: Pick<WaitingDependencies, 'db'>,
  call: Pick<Call, 'token'>,
  { read, place, idempotency }: TaskPlacement<Read> & { readonly idempotency: IdempotencyContext },
): Promise<string> {
  return (await findKeyed(parts, call, idempotency)) ?? place(await read(), idempotency);
}

/** The task that the key was used for. Throws AppError `idempotency_conflict`. */
async function findKeyed(
  { db }: Pick<WaitingDependencies, 'db'>,
  { token: { accountId } }: Pick<Call, 'token'>,
  { idempotencyKey, requestHash }: IdempotencyContext,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const [repeat] = await findRepeat(db, { accountId, keys: [idempotencyKey], requestHash });
  return repeat?.publicId;
}

/** SDKs mark their repeats with this header. */
function isRepeated({ request }: Pick<Call, 'request'>): boolean {
  return Number(request.headers['x-stainless-retry-count'] ?? 0) > 0;
}

function chooseIdempotency(
  awaitedRequest: AwaitedRequest,
  { requestHash, idempotencyKey }: IdempotencyContext,
): IdempotencyContext {
  return { requestHash, idempotencyKey: idempotencyKey ?? awaitedRequestKey(awaitedRequest) };
}

/** Notes whether the response was delivered; otherwise a repeat may join the request. Returns `onError`. */
function watchConnection(
  { awaitedRequests: requests }: Pick<WaitingDependencies, 'awaitedRequests'>,
  { reply, request }: Call,
  awaitedRequest: AwaitedRequest,
): (source: ErrorSource) => void {
  let errorOf: ErrorSource | undefined;
  // Clients repeat these by themselves, so the repeat must find the task.
  const isServerError = () =>
    errorOf === undefined && reply.statusCode >= 500 && reply.getHeader('x-should-retry') === undefined;
  const settle = (): Promise<void> => {
    if (errorOf === 'server' || isServerError()) return requests.recordLoss(awaitedRequest);
    return reply.raw.writableFinished
      ? requests.recordAnswer(awaitedRequest)
      : requests.recordHangUp(awaitedRequest);
  };
  const begin = () =>
    settle().catch((error: unknown) => request.log.warn({ err: error }, 'a lost request was not noted'));
  // Already disconnected, so no `close` event will follow.
  if (reply.raw.destroyed) void begin();
  else onClose(reply.raw, begin);
  return source => {
    errorOf = source;
  };
}
