/** POST /v1/chat/completions: pictures in clients that only chat. The last message of the user is the prompt, or a command for the task before. */
import { AppError } from '@kinora/shared/errors/errors';
import { calendarNow } from '@kinora/shared/clock';
import { formatMicros } from '@kinora/shared/money';
import { newSecret } from '../../../platform/lib/id.ts';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import type { TaskView } from '../../../core/tasks/read/task-view.ts';
import type { Call } from '../../http/route.ts';
import { beginEvents } from '../../http/streams/event-response.ts';
import { finishedTask } from '../openai/finished-task.ts';
import type { ImagesParts } from '../openai/images-parts.ts';
import { errorOf, unixSeconds } from '../openai/images-response.ts';
import { asAddresses } from '../openai/read-fields.ts';
import { placedTask, type PlacedTask } from '../openai/placed-task.ts';
import { streamTask } from '../openai/stream-task.ts';
import type { ChatBody } from './bodies.ts';
import {
  openChunks,
  sendCompletion,
  toCompletion,
  type ChunkWriter,
  type Completion,
} from './chat-response.ts';
import { answerOf, introduction, isGreeting } from './chat-texts.ts';
import { commandsOf } from './commands.ts';
import { readConversation } from './conversation.ts';
import { housekeepingAnswer } from './housekeeping.ts';
import { readChat } from './read-chat.ts';

type ChatCall = Call<ChatBody>;

export function answerChat(parts: ImagesParts) {
  return async (call: ChatCall): Promise<unknown> => {
    const words = wordsFor(parts, call);
    if (words !== undefined) return sayWords(call, words);
    // Before anything is paid for.
    if (call.body.stream) parts.streams.count(call.reply, call.token.accountId);
    const delivery = { ...asAddresses, stream: undefined };
    const placing = placedTask(parts, call, { delivery, read: () => readChat(parts, call) });
    const placed = await placing.catch((error: unknown) => unclear(error, call));
    if ('said' in placed) return sayWords(call, placed.said);
    call.reply.header('x-kinora-task', placed.publicId);
    if (call.body.stream) return streamChat(parts, call, placed);
    const task = await finishedTask(parts, call, placed);
    return task && toCompletion(completionOf(parts, call, task));
  };
}

/** An answer that costs nothing. Undefined: the message asks for pictures. */
function wordsFor({ catalogue }: ImagesParts, { body, token, language }: ChatCall): string | undefined {
  const kept = housekeepingAnswer(body.messages, body['response_format']);
  if (kept !== undefined) return kept;
  const { asked } = readConversation(body.messages);
  if (!isGreeting(asked.text) || asked.images.length > 0) return undefined;
  const [first] = usableModels(catalogue, token);
  return introduction(body.model ?? first?.card.name ?? 'Kinora', language);
}

/** A prompt that no model understands is answered in words, as a person would. Throws every other error. */
function unclear(error: unknown, { language }: ChatCall): { readonly said: string } {
  const isUnclear =
    error instanceof AppError && ['prompt_not_understood', 'prompt_empty'].includes(error.code);
  if (!isUnclear) throw error;
  return { said: errorOf(error, language).message };
}

function sayWords({ body, reply }: ChatCall, content: string): unknown {
  const completion: Completion = {
    id: newSecret(),
    model: body.model ?? 'kinora',
    created: unixSeconds(new Date(calendarNow())),
    content,
    images: [],
    cost: 0,
  };
  if (!body.stream) return toCompletion(completion);
  const raw = beginEvents(reply);
  sendCompletion(openChunks(reply, completion), completion);
  raw.end();
  return reply;
}

function completionOf(parts: ImagesParts, call: ChatCall, task: TaskView): Completion {
  const commands = commandsOf(parts, call.token, task);
  return {
    id: task.publicId,
    model: task.model,
    created: unixSeconds(task.createdAt),
    cost: Number(formatMicros(task.chargedMicros ?? 0n)),
    ...answerOf(task, commands, { ...call, currency: parts.currency }),
  };
}

async function streamChat(parts: ImagesParts, call: ChatCall, placed: PlacedTask): Promise<unknown> {
  beginEvents(call.reply);
  const chunks = openChunks(call.reply, {
    id: placed.publicId,
    created: unixSeconds(new Date(calendarNow())),
    model: call.body.model ?? 'kinora',
  });
  return streamTask(parts, call, {
    ...placed,
    changed: showProgress(chunks),
    finished: async task => sendCompletion(chunks, completionOf(parts, call, task)),
    failed: error => {
      chunks.fail(error);
      chunks.done();
    },
  });
}

/** As reasoning, which clients fold away. */
function showProgress(chunks: ChunkWriter): (task: TaskView) => Promise<void> {
  let shown = -1;
  return async ({ progress }) => {
    if (progress <= shown) return;
    shown = progress;
    chunks.send({ role: 'assistant', reasoning_content: `${progress} %\n` });
  };
}
