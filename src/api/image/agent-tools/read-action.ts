/** Reads a call that carries out an action on the result of a task. */
import { AppError } from '@kinora/shared/errors/errors';
import { followUpsFor } from '../../../core/catalogue/models/usable-models.ts';
import type { ToolCall } from '../../http/agent-tools/making-tool.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import type { ReadOrder } from '../openai/read-order.ts';
import { followUpOrder } from '../order/follow-up-order.ts';
import { proposedPrompt } from '../order/modal.ts';
import { takeInputs } from '../order/take-inputs.ts';
import { findFinished } from '../wire/parent.ts';
import { listActions } from './task-actions.ts';

/** Fields that an action may have in addition. All others would be ignored, so they are rejected. */
const allowedFields = ['task', 'action', 'prompt', 'mask', 'request_key'];

/** Throws AppError `action_unknown`, which lists the actions of the task. */
export async function readAction(
  parts: WaitingDependencies,
  { body, token }: Pick<ToolCall, 'body' | 'token'>,
): Promise<ReadOrder> {
  const unknownField = Object.keys(body).find(
    name => body[name] !== undefined && !allowedFields.includes(name),
  );
  if (unknownField !== undefined)
    throw new AppError('argument_unfit', {
      argument: unknownField,
      other: 'action',
      allowed: allowedFields.join(', '),
    });
  const { task, action, prompt, mask } = body as Readonly<Partial<Record<string, string>>>;
  if (task === undefined) throw new AppError('edit_unclear', { arguments: 'task' });
  const parent = await findFinished(parts, token, task);
  const actions = listActions(parent, followUpsFor(parts.catalogue, token, parent.model));
  const taskAction = actions.find(({ name }) => name === action);
  if (!taskAction)
    throw new AppError('action_unknown', {
      task,
      action: action ?? '',
      allowed: actions.map(({ name }) => name).join(', ') || '(none)',
    });
  const { button } = taskAction;
  const isRegion = button.followUp.kind === 'region';
  if (isRegion && mask === undefined) throw new AppError('edit_unclear', { arguments: 'mask' });
  const addresses =
    isRegion && mask !== undefined ? [{ address: mask, role: 'mask', param: 'mask' } as const] : [];
  const { inputs, pictures } = await takeInputs(parts, { addresses, token });
  const words =
    prompt ??
    (isRegion || button.followUp.kind === 'custom-zoom'
      ? proposedPrompt(parent, button.followUp)
      : undefined);
  const [maskInput] = inputs;
  const order = followUpOrder({
    parent,
    button,
    ...(words && { prompt: words }),
    ...(maskInput && { mask: maskInput }),
  });
  return { order: { ...order, pictures }, ignored: [] };
}
