/**
 * A chat with a model that makes images: the message is a command for the earlier task, an
 * edit of images, or a prompt.
 */
import type { Call } from '../http/route.ts';
import type { SubmitDependencies } from '../http/tasks/submit.ts';
import { listPictures } from '../image/openai/images-response.ts';
import { readEdit, readGeneration, readPromptClip, type ReadOrder } from '../image/openai/read-order.ts';
import { followUpOrder } from '../image/order/follow-up-order.ts';
import { findFinished } from '../image/wire/parent.ts';
import { commandIn, listCommands } from './commands.ts';
import { readConversation, type ChatRequest } from './conversation.ts';
import { findEarlierTask } from './find-earlier-task.ts';

/** `edit: make it night` changes the first image of the earlier task. */
const editCommand = /^\s*\/?edit\s*[:：]\s*/i;
const clipParameter = /(?:^|\s)(?:--|[—–])video(?=\s|$)/i;

export async function readImageChat(
  parts: SubmitDependencies,
  { token }: Pick<Call, 'token'>,
  { messages, model, count, fields, isEdit = false }: ChatRequest,
): Promise<ReadOrder> {
  const { request, previousAnswer } = readConversation(messages);
  const earlierTask = await findEarlierTask(previousAnswer, id => findFinished(parts, token, id));
  const command = earlierTask && commandIn(request.text, listCommands(parts, token, earlierTask));
  if (earlierTask && command)
    return { order: followUpOrder({ parent: earlierTask, button: command.button }), ignored: [] };
  const prompt = request.text.replace(editCommand, '');
  const body = { ...fields, ...(model !== undefined && { model }), n: count, prompt };
  const changes =
    earlierTask && listPictures(earlierTask).length > 0 && (isEdit || editCommand.test(request.text));
  const earlierImages = changes ? [{ file_id: earlierTask.publicId }] : [];
  const images = [...request.images.map(address => ({ image_url: address })), ...earlierImages];
  if (clipParameter.test(prompt)) return readPromptClip(parts, { body: { ...body, images }, token });
  if (images.length > 0) return readEdit(parts, { body: { ...body, images }, token });
  return readGeneration(parts, { body, token });
}
