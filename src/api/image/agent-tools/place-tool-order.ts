/** Creates the task of a tool of the image interface. */
import { placedTask, type PlacedTask } from '../../http/tasks/placed-task.ts';
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
  return placedTask(parts, call, {
    keyed: call.keyed,
    interface: 'image',
    read: async () => {
      const found = await read();
      const { order } = found;
      const tier = tierFor({ ...call, body: {} }, order.tier);
      call.approve(quoteOrder(parts, call.token, { order, tier }).amountMicros);
      return found;
    },
    place: async ({ order, ignored }, keyed) => {
      const wire = { ...order.wire, ...(ignored.length > 0 && { ignored: [...ignored] }) };
      const [placed] = await placeOnce(
        parts,
        { ...call, body: {} },
        { orders: [{ ...order, wire }], ...keyed },
      );
      return placed?.publicId ?? '';
    },
  });
}
