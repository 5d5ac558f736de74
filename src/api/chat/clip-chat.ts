/** A chat with a model that makes clips: the message is a prompt, or changes or continues the last clip. */
import { parseWith } from '../http/request/parse-with.ts';
import type { Model } from '../../core/catalogue/models/catalogue.ts';
import { usableModels } from '../../core/catalogue/models/usable-models.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import type { Call } from '../http/route.ts';
import type { TaskRouteDependencies } from '../http/tasks/task-route-parts.ts';
import { createBody } from '../video/bodies.ts';
import { extendClip, findClip, remixClip } from '../video/change-video.ts';
import { readClip, type NewClip } from '../video/create-video.ts';
import { findModel } from '../video/read-request.ts';
import { readConversation, type ChatRequest, type MessageContent } from './conversation.ts';
import { findEarlierTask } from './find-earlier-task.ts';

const remixCommand = /^\s*\/?(?:remix|edit)\s*[:：]\s*(.+)$/is;
const extendCommand = /^\s*\/?extend(?:\s+(\d{1,2})\s*s?)?\s*(?:[:：]\s*(.+))?$/is;

export async function readClipChat(
  parts: TaskRouteDependencies,
  { token }: Pick<Call, 'token'>,
  { messages, model, fields }: ChatRequest,
): Promise<NewClip> {
  const { request: question, previousAnswer } = readConversation(messages);
  const earlierClip = await findEarlierTask(previousAnswer, id => findClip(parts, { token }, id));
  const [, newPrompt] = remixCommand.exec(question.text) ?? [];
  if (earlierClip && newPrompt) return remixClip(parts, { body: { prompt: newPrompt }, token }, earlierClip);
  const extension = extendCommand.exec(question.text);
  if (earlierClip && extension) {
    const [, seconds, prompt] = extension;
    return extendClip(
      parts,
      { body: { ...(seconds && { seconds }), ...(prompt && { prompt }) }, token },
      earlierClip,
    );
  }
  const { card } = await findModel(parts, model, token);
  const images = readReferences(card, question);
  const body = parseWith(createBody, { model: card.id, prompt: question.text || ' ', ...fields, ...images });
  return readClip(parts, { body, token });
}

/** The images of the message in the fields of the model: the first frame, the last one, or further images. */
function readReferences({ references }: Model['card'], { images }: MessageContent): Record<string, unknown> {
  const [first, last, ...more] = images;
  if (first === undefined) return {};
  const field = (['input_reference', 'first_frame', 'reference_images'] as const).find(
    name => references[name],
  );
  if (last === undefined) return { [field ?? 'input_reference']: first };
  const isPair = more.length === 0 && references.last_frame && references.first_frame;
  return isPair ? { first_frame: first, last_frame: last } : { reference_images: images };
}

/** Returns the commands that can follow a clip, as users type them. */
export function clipCommands(
  { catalogue }: Pick<TaskRouteDependencies, 'catalogue'>,
  token: Call['token'],
  task: TaskView,
): readonly string[] {
  const card = usableModels(catalogue, token).find(model => model.card.id === task.model)?.card;
  if (!card) return [];
  const { longestSeconds = 0 } = card;
  return [...((task.job.seconds ?? 0) < longestSeconds ? ['extend'] : []), 'remix: …'];
}
