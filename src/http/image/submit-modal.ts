/** POST /mj/submit/modal: the prompt or the mask that a task waits for. */
import { AppError } from '../../errors.ts';
import { operationsOf, usableModels } from '../../models/usable-models.ts';
import type { TaskView } from '../../tasks/task-view.ts';
import type { Call } from '../route.ts';
import { repeatOf, type SubmitParts } from '../submit.ts';
import type { ModalBody } from './bodies.ts';
import { followUpOrder } from './follow-up-order.ts';
import type { Order } from './order.ts';
import { buttonOf, findFinished, findParent } from './parent.ts';
import { defaultVersionOf, placeAnswer } from './place-order.ts';
import { acceptedAnswer } from './submit-answer.ts';
import { imagineOrders } from './imagine-orders.ts';
import { takeInputs, type TakenInputs } from './take-inputs.ts';
import type { ImageWire } from './wire.ts';

export function submitModal(parts: SubmitParts) {
  return async (call: Call<ModalBody>) => {
    const { body, token, language, request } = call;
    const task = await findParent(parts, token, body.taskId);
    const order = task.phase === 'waiting' ? await orderOf(parts, call, task) : undefined;
    const submitted = order && (await placeAnswer(parts, call, { order, task }));
    if (submitted) return acceptedAnswer([submitted], language);
    // The same modal once more, since its answer was lost: the task is there.
    const now = await findParent(parts, token, body.taskId);
    if (now.modalHash === repeatOf(request, body).requestHash)
      return acceptedAnswer([{ publicId: task.publicId, existed: true, waitingAhead: 0 }], language);
    if (now.phase === 'waiting' || now.error?.code === 'modal_expired') throw new AppError('modal_expired');
    throw new AppError('modal_unexpected', { task: body.taskId, phase: now.phase });
  };
}

async function orderOf(parts: SubmitParts, call: Call<ModalBody>, task: TaskView): Promise<Order> {
  const { body, token } = call;
  const { asks = '', parentId, prompt: proposed } = task.wire as unknown as ImageWire;
  const parent = await findFinished(parts, token, parentId ?? '');
  const button = buttonOf(parent, operationsOf(usableModels(parts.catalogue, token)), asks);
  const prompt = body.prompt?.trim() || (proposed ?? '');
  const { tier } = task;
  if (button.followUp.kind === 'use-text') return usedText(parts, call, { task, text: prompt });
  const taken = button.followUp.kind === 'region' ? await maskOf(parts, call) : undefined;
  const mask = taken?.inputs[0];
  const order = followUpOrder({ parent, button, tier, ...(prompt && { prompt }), ...(mask && { mask }) });
  return { ...order, ...(taken && { pictures: taken.pictures }) };
}

async function usedText(
  parts: SubmitParts,
  call: Call<ModalBody>,
  { task, text }: { task: TaskView; text: string },
): Promise<Order> {
  const { parentId, botType } = task.wire as unknown as ImageWire;
  const version = defaultVersionOf(parts, { botType });
  const [order, ...more] = await imagineOrders(parts, call, { text, version, tier: task.tier });
  if (!order || more.length > 0)
    throw new AppError('field_invalid', {
      param: 'prompt',
      reason: 'a modal makes one task: no permutations, no --repeat.',
    });
  return { ...order, wire: { ...order.wire, parentId } };
}

async function maskOf(parts: SubmitParts, { body, token }: Call<ModalBody>): Promise<TakenInputs> {
  if (!body.maskBase64) throw new AppError('mask_missing');
  const addresses = [{ address: body.maskBase64, role: 'mask', param: 'maskBase64' }] as const;
  return takeInputs(parts, { addresses, accountId: token.accountId });
}
