/** Turns the last message of a conversation into an order: a command for the task before it, an edit of pictures, or a prompt. */
import { AppError } from '@kinora/shared/errors/errors';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import type { SubmitParts } from '../../http/tasks/submit.ts';
import { followUpOrder } from '../order/follow-up-order.ts';
import { readEdit, readGeneration, type ReadOrder } from '../openai/read-order.ts';
import { findFinished } from '../wire/parent.ts';
import type { ChatBody } from './bodies.ts';
import { commandIn, commandsOf } from './commands.ts';
import { readConversation, taskNamedIn } from './conversation.ts';

/** `edit: make it night` changes the first picture of the task before. */
const editCommand = /^\s*\/?edit\s*[:：]\s*/i;

export async function readChat(
  parts: SubmitParts,
  { body, token }: Pick<Call<ChatBody>, 'body' | 'token'>,
): Promise<ReadOrder> {
  const { asked, answered } = readConversation(body.messages);
  const before = await taskBefore(parts, token, answered);
  const command = before && commandIn(asked.text, commandsOf(parts, token, before));
  if (before && command)
    return { order: followUpOrder({ parent: before, button: command.button }), ignored: [] };
  const prompt = asked.text.replace(editCommand, '');
  const fields = { ...(body.model !== undefined && { model: body.model }), n: body.n ?? 1, prompt };
  const edited = before && editCommand.test(asked.text) ? [{ file_id: before.publicId }] : [];
  const images = [...asked.images.map(address => ({ image_url: address })), ...edited];
  if (images.length > 0) return readEdit(parts, { body: { ...fields, images }, token });
  const aspect = body.image_config?.aspect_ratio;
  return readGeneration(parts, { body: { ...fields, ...(aspect && { aspect_ratio: aspect }) }, token });
}

/** Undefined: the answer is of another model, or its task is gone. */
async function taskBefore(
  parts: SubmitParts,
  token: Call['token'],
  answered: string,
): Promise<TaskView | undefined> {
  const id = taskNamedIn(answered);
  if (id === undefined) return undefined;
  return findFinished(parts, token, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code !== 'database_unavailable') return undefined;
    throw error;
  });
}
