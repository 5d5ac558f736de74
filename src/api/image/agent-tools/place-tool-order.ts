/** Creates the task of a tool of the image interface. */
import { placeTask, type PlacedTask } from '../../http/tasks/place-task.ts';
import type { ToolCall } from '../../http/agent-tools/making-tool.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import type { ReadOrder } from '../openai/read-order.ts';
import { placeOnce, tierFor } from '../order/place-order.ts';
import { quoteOrder } from '../order/quote-order.ts';

export function placeToolOrder(
  parts: WaitingDependencies,
  call: ToolCall,
  read: () => Promise<ReadOrder>,
): Promise<PlacedTask> {
  return placeTask(parts, call, {
    idempotency: call.idempotency,
    interface: 'image',
    read: async () => {
      const readResult = await read();
      const { order } = readResult;
      const tier = tierFor({ ...call, body: {} }, order.tier);
      call.approve(quoteOrder(parts, call.token, { order, tier }).amountMicros);
      return readResult;
    },
    place: async ({ order, ignored: ignoredFields }, idempotency) => {
      const wire = { ...order.wire, ...(ignoredFields.length > 0 && { ignored: [...ignoredFields] }) };
      const [submittedTask] = await placeOnce(
        parts,
        { ...call, body: {} },
        { orders: [{ ...order, wire }], ...idempotency },
      );
      return submittedTask?.publicId ?? '';
    },
  });
}
