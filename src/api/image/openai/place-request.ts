/** Places the task of a request of the Images API, or finds the one that an earlier equal request has placed. */
import { findRepeat } from '../../../core/tasks/submit/find-repeat.ts';
import type { Call } from '../../http/route.ts';
import type { idempotencyOf, SubmitParts } from '../../http/tasks/submit.ts';
import { placeOnce } from '../order/place-order.ts';
import type { Delivery } from './read-fields.ts';
import type { ReadOrder } from './read-order.ts';

/** What a body may have for the task itself. */
export interface PlacedBody {
  readonly webhook_url?: string | undefined;
}

export interface Request {
  readonly delivery: Delivery;
  /** Reads the order, with its pictures. Stores nothing. Throws AppError. */
  readonly read: () => Promise<ReadOrder>;
}

export type Keyed = ReturnType<typeof idempotencyOf>;

/** The task of the key, if there is one. Throws AppError `idempotency_conflict`. */
async function findPlaced(
  { db }: Pick<SubmitParts, 'db'>,
  { token: { accountId } }: Pick<Call, 'token'>,
  { idempotencyKey, requestHash }: Keyed,
): Promise<string | undefined> {
  if (idempotencyKey === undefined) return undefined;
  const [found] = await findRepeat(db, { accountId, keys: [idempotencyKey], requestHash });
  return found?.publicId;
}

/** The task of the key or, if there is none, a new one. Only a new one is read. Throws AppError. */
export async function placeOrFind(
  parts: SubmitParts,
  call: Call<PlacedBody>,
  { read, ...request }: Request & Keyed,
): Promise<string> {
  const placed = await findPlaced(parts, call, request);
  return placed ?? placeRequest(parts, call, { ...(await read()), ...request });
}

/** Returns the public id of the task. Throws AppError with the reason why there is none. */
export async function placeRequest(
  parts: SubmitParts,
  call: Call<PlacedBody>,
  { order, ignored, delivery, idempotencyKey, requestHash }: ReadOrder & Keyed & Pick<Request, 'delivery'>,
): Promise<string> {
  const { webhook_url: hook } = call.body;
  if (hook) parts.checkHook(hook, 'webhook_url');
  const { as, format, quality } = delivery;
  const wire = {
    ...order.wire,
    delivery: { as, format, quality },
    ...(ignored.length > 0 && { ignored: [...ignored] }),
  };
  const orders = [{ ...order, wire }];
  const [placed] = await placeOnce(
    parts,
    { ...call, body: { notifyHook: hook ?? null } },
    { orders, requestHash, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );
  return placed?.publicId ?? '';
}
