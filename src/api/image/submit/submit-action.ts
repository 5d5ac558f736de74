/**
 * POST /mj/submit/action, /change and /simple-change: a button of a finished task, by
 * its customId or by its name.
 */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { followUpsFor } from '../../../core/catalogue/models/usable-models.ts';
import type { Button } from '../wire/buttons.ts';
import { bookmarkTask } from '../../../core/tasks/library/bookmark-task.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import type { ActionBody, ChangeBody, SimpleChangeBody } from '../wire/bodies.ts';
import { followUpOrder } from '../order/follow-up-order.ts';
import { modalOrder, needsModal, proposedPrompt } from '../order/modal.ts';
import { resolveButton, findFinished } from '../wire/parent.ts';
import { chooseDefaultVersion, placeOrders, type OrderCall } from '../order/place-order.ts';
import type { Order } from '../order/order.ts';
import { readImageWire } from '../wire/image-wire.ts';
import {
  acceptedResponse,
  allAcceptedResponse,
  bookmarkedResponse,
  modalResponse,
} from '../wire/submit-response.ts';
import { imagineOrders } from './submit-imagine.ts';

export function submitAction(parts: SubmitDependencies) {
  return async (call: Call<ActionBody>) => {
    const { body, token } = call;
    const parent = await findFinished(parts, token, body.taskId);
    const button = resolveButton(parent, followUpsFor(parts.catalogue, token, parent.model), body.customId);
    return press(parts, call, {
      parent,
      button,
      isRemix: body.enableRemix ?? false,
      isStrong: body.strong ?? false,
    });
  };
}

export function submitChange(parts: SubmitDependencies) {
  return async (call: Call<ChangeBody>) => {
    const { taskId, action, index } = call.body;
    return change(parts, call, { taskId, action, index: index ?? undefined });
  };
}

const simple = /^\s*(\d+)\s+(?:([uv])\s*([1-4])|(r))\s*$/i;

export function submitSimpleChange(parts: SubmitDependencies) {
  return async (call: Call<SimpleChangeBody>) => {
    const [, taskId = '', verb, index] = simple.exec(call.body.content) ?? [];
    if (!taskId) throw fieldInvalid('content', 'change_content');
    const action = verb ? (verb.toLowerCase() === 'u' ? 'UPSCALE' : 'VARIATION') : 'REROLL';
    return change(parts, call, { taskId, action, index: index ? Number(index) : undefined });
  };
}

interface Change {
  readonly taskId: string;
  readonly action: ChangeBody['action'];
  readonly index: number | undefined;
}

async function change(parts: SubmitDependencies, call: OrderCall, { taskId, action, index }: Change) {
  const { token } = call;
  if (action !== 'REROLL' && !(index && index >= 1 && index <= 4))
    throw fieldInvalid('index', 'change_index', { action });
  const parent = await findFinished(parts, token, taskId);
  const verb = { UPSCALE: `upsample::${index}`, VARIATION: `variation::${index}`, REROLL: 'reroll::0' }[
    action
  ];
  const customId = `MJ::JOB::${verb}::${parent.id}${action === 'REROLL' ? '::SOLO' : ''}`;
  const button = resolveButton(parent, followUpsFor(parts.catalogue, token, parent.model), customId);
  return press(parts, call, { parent, button, isRemix: false });
}

interface PressedButton {
  readonly parent: TaskView;
  readonly button: Button;
  /** Whether the client wants to change the prompt first. */
  readonly isRemix: boolean;
  readonly isStrong?: boolean;
}

async function press(
  parts: SubmitDependencies,
  call: OrderCall,
  { parent, button, isRemix, isStrong = false }: PressedButton,
) {
  const { language } = call;
  if (button.followUp.kind === 'bookmark') {
    await bookmarkTask(parts.db, parent.id);
    return bookmarkedResponse(parent.publicId, language);
  }
  if (button.followUp.kind === 'use-all-texts') {
    return allAcceptedResponse(
      await placeOrders(parts, call, await allTexts(parts, call, { parent, button })),
      language,
    );
  }
  if (needsModal(button.followUp, isRemix)) {
    const proposed = proposedPrompt(parent, button.followUp);
    const submittedTasks = await placeOrders(parts, call, [modalOrder({ parent, button, proposed })]);
    return modalResponse(submittedTasks, proposed, language);
  }
  return acceptedResponse(
    await placeOrders(parts, call, [followUpOrder({ parent, button, isStrong })]),
    language,
  );
}

/** Submits the four prompts of a describe as tasks, all or none. */
async function allTexts(
  parts: SubmitDependencies,
  call: OrderCall,
  { parent, button }: { parent: TaskView; button: Button },
): Promise<Order[]> {
  const { botType } = readImageWire(parent);
  const version = chooseDefaultVersion(parts, call.token, { botType });
  const orders: Order[] = [];
  for (const text of parent.texts) {
    const newOrders = await imagineOrders(parts, call, { text, version, tier: parent.tier });
    const follows = { id: parent.id, button: button.customId };
    const wire = { parentId: parent.publicId, resultListsBatch: true };
    for (const order of newOrders) orders.push({ ...order, follows, wire: { ...order.wire, ...wire } });
  }
  return orders;
}
