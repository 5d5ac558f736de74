/** Places the task of a request of the Images API. */
import type { Call } from '../../http/route.ts';
import type { IdempotencyContext, TaskPlacement } from '../../http/tasks/place-task.ts';
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
    place: (order, idempotency) => placeRequest(parts, call, { ...order, ...idempotency, delivery }),
  };
}

/** Returns the public id of the task. Throws AppError with the reason why there is none. */
async function placeRequest(
  parts: WaitingDependencies,
  call: Call<PlacedBody>,
  {
    order,
    ignored: ignoredFields,
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
    ...(ignoredFields.length > 0 && { ignored: [...ignoredFields] }),
  };
  const orders = [{ ...order, ...readTerms(parts, call), wire }];
  const [submittedTask] = await placeOnce(
    parts,
    { ...call, body: { notifyHook: hook ?? null } },
    { orders, requestHash, ...(idempotencyKey !== undefined && { idempotencyKey }) },
  );
  return submittedTask?.publicId ?? '';
}
