/** Places the task of a request of the Images API. */
import type { Call } from '../../http/route.ts';
import type { IdempotencyContext, TaskPlacement } from '../../http/tasks/placed-task.ts';
import { readTerms } from '../../http/tasks/request-terms.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { placeOnce } from '../order/place-order.ts';
import type { PlacedBody } from './bodies.ts';
import type { Delivery } from './read-fields.ts';
import type { ReadOrder } from './read-order.ts';

export interface Request {
  readonly delivery: Delivery;
  /** Reads the order, with its pictures. Stores nothing. Throws AppError. */
  readonly read: () => Promise<ReadOrder>;
}

/** Returns how the task of a request is made. */
export function toPlacement(
  parts: WaitingDependencies,
  call: Call<PlacedBody>,
  { read, delivery }: Request,
): TaskPlacement<ReadOrder> {
  return {
    interface: 'image',
    read,
    place: (order, keyed) => placeRequest(parts, call, { ...order, ...keyed, delivery }),
  };
}

/** Returns the public id of the task. Throws AppError with the reason why there is none. */
async function placeRequest(
  parts: WaitingDependencies,
  call: Call<PlacedBody>,
  {
    order,
    ignored,
    delivery,
    idempotencyKey,
    requestHash,
  }: ReadOrder & IdempotencyContext & Pick<Request, 'delivery'>,
): Promise<string> {
  const { webhook_url: hook } = call.body;
  if (hook) parts.checkHook(hook, 'webhook_url');
  const { as, format, quality } = delivery;
  const wire = {
    ...order.wire,
    delivery: { as, format, quality },
    ...(ignored.length > 0 && { ignored: [...ignored] }),
  };
  const orders = [{ ...order, ...readTerms(parts, call), wire }];
  const [placed] = await placeOnce(
    parts,
    { ...call, body: { notifyHook: hook ?? null } },
    { orders, requestHash, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );
  return placed?.publicId ?? '';
}
