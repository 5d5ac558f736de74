/** POST /mj/submit/modal: answers the modal of a task with a prompt or a mask. */
import { AppError, fieldInvalid } from '@kinora/shared/errors/errors';
import { followUpsFor } from '../../../core/catalogue/models/usable-models.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import { readIdempotency, type SubmitDependencies } from '../../http/tasks/submit.ts';
import type { ModalBody } from '../wire/bodies.ts';
import { followUpOrder } from '../order/follow-up-order.ts';
import type { Order } from '../order/order.ts';
import { resolveButton, findFinished, findParent } from '../wire/parent.ts';
import { chooseDefaultVersion, placeAnswer } from '../order/place-order.ts';
import { acceptedResponse } from '../wire/submit-response.ts';
import { imagineOrders, withoutDataUrls } from './submit-imagine.ts';
import { takeInputs, type IngestedInputs, type PicturesByAddress } from '../order/take-inputs.ts';
import { readImageWire } from '../wire/image-wire.ts';

export function submitModal(parts: SubmitDependencies) {
  return async (call: Call<ModalBody>) => {
    const { body, token, language } = call;
    const task = await findParent(parts, token, body.taskId);
    const order = task.phase === 'waiting' ? await toOrder(parts, call, task) : undefined;
    const submittedTask = order && (await placeAnswer(parts, call, { order, task }));
    if (submittedTask) return acceptedResponse([submittedTask], language);
    // The client repeats its answer because it got no response. The task already exists.
    const now = await findParent(parts, token, body.taskId);
    if (now.modalHash === readIdempotency(call, body).requestHash)
      return acceptedResponse([{ publicId: task.publicId, existed: true, waitingAhead: 0 }], language);
    if (now.phase === 'waiting' || now.error?.code === 'modal_expired') throw new AppError('modal_expired');
    throw new AppError('modal_unexpected', { task: body.taskId, phase: now.phase });
  };
}

async function toOrder(parts: SubmitDependencies, call: Call<ModalBody>, task: TaskView): Promise<Order> {
  const { body, token } = call;
  const { asks = '', parentId, prompt: proposed } = readImageWire(task);
  const parent = await findFinished(parts, token, parentId ?? '');
  const button = resolveButton(parent, followUpsFor(parts.catalogue, token, parent.model), asks);
  const prompt = body.prompt?.trim() || (proposed ?? '');
  const { tier } = task;
  if (button.followUp.kind === 'use-text') return orderFromText(parts, call, { task, text: prompt });
  const maskInputs = button.followUp.kind === 'region' ? await takeMask(parts, call) : undefined;
  const mask = maskInputs?.inputs[0];
  const order = followUpOrder({ parent, button, tier, ...(prompt && { prompt }), ...(mask && { mask }) });
  return { ...order, ...(maskInputs && { pictures: maskInputs.pictures }) };
}

async function orderFromText(
  parts: SubmitDependencies,
  call: Call<ModalBody>,
  { task, text }: { task: TaskView; text: string },
): Promise<Order> {
  const { parentId, botType } = readImageWire(task);
  const version = chooseDefaultVersion(parts, call.token, { botType });
  const picturesByAddress: PicturesByAddress = new Map();
  const words = await withoutDataUrls(parts, call, { text, picturesByAddress });
  const imagineRequest = { text: words, version, tier: task.tier, picturesByAddress };
  const [order, ...more] = await imagineOrders(parts, call, imagineRequest);
  if (!order || more.length > 0) throw fieldInvalid('prompt', 'modal_single');
  return { ...order, wire: { ...order.wire, parentId } };
}

async function takeMask(
  parts: SubmitDependencies,
  { body, token }: Call<ModalBody>,
): Promise<IngestedInputs> {
  if (!body.maskBase64) throw new AppError('mask_missing');
  const addresses = [{ address: body.maskBase64, role: 'mask', param: 'maskBase64' }] as const;
  return takeInputs(parts, { addresses, token });
}
