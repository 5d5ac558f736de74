/** POST /v1/chat/completions: pictures in clients that only chat. The last message of the user is the prompt, or a command for the task before. */
import { AppError } from '@kinora/shared/errors/errors';
import { calendarNow, systemClock } from '@kinora/shared/clock';
import { formatMicros } from '@kinora/shared/money';
import { newSecret } from '../../../platform/lib/id.ts';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { viewTask, type TaskView } from '../../../core/tasks/read/task-view.ts';
import { goneSignal } from '../../http/request/socket-gone.ts';
import type { Call } from '../../http/route.ts';
import { waitForEnd } from '../../http/tasks/wait-for-end.ts';
import { finishedTask, placedTask } from '../openai/answer-images.ts';
import type { ImagesParts } from '../openai/images-parts.ts';
import { errorOf, unixSeconds } from '../openai/images-response.ts';
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
    const delivery = { as: 'url', format: 'png', quality: 92, stream: undefined } as const;
    const placing = placedTask(parts, call, { delivery, read: () => readChat(parts, call) });
    const placed = await placing.catch((error: unknown) => unclear(error, call));
    if ('said' in placed) return sayWords(call, placed.said);
    call.reply.header('x-kinora-task', placed.publicId);
    if (call.body.stream) return streamTask(parts, call, placed.publicId);
    const task = await finishedTask(parts, call, placed);
    return task && toCompletion(completionOf(parts, call, task));
  };
}

/** An answer that costs nothing. Undefined: the message asks for pictures. */
function wordsFor({ catalogue }: ImagesParts, { body, token, language }: ChatCall): string | undefined {
  const kept = housekeepingAnswer(body.messages);
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
    created: Math.floor(calendarNow() / 1000),
    content,
    images: [],
    cost: 0,
  };
  if (!body.stream) return toCompletion(completion);
  beginStream(reply);
  sendCompletion(openChunks(reply, completion), completion);
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

function beginStream(reply: ChatCall['reply']): void {
  reply.hijack().raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

const heartbeatMs = 15_000;
/** The task's own time limit ends it before. */
const longestMs = 24 * 60 * 60 * 1000;

async function streamTask(parts: ImagesParts, call: ChatCall, publicId: string): Promise<unknown> {
  const { request, reply, token, language } = call;
  beginStream(reply);
  const gone = goneSignal(request.raw.socket);
  const ended = new AbortController();
  const facts = {
    id: publicId,
    created: Math.floor(calendarNow() / 1000),
    model: call.body.model ?? 'kinora',
  };
  const chunks = openChunks(reply, facts);
  void beat(chunks, AbortSignal.any([gone, ended.signal]));
  try {
    const waited = await waitForEnd(parts.bus, {
      publicId,
      view: () => viewTask(parts.db, publicId, 'image'),
      callerIds: [token.id],
      atMostMs: longestMs,
      gone,
      onChange: showProgress(chunks),
    });
    if (waited.what === 'closing') throw new AppError('shutting_down');
    if (waited.what === 'ended') {
      const { task } = waited;
      if (!task || task.isDeleted) throw new AppError('task_unknown', { task: publicId });
      if (task.error) throw new AppError(task.error.code, task.error.details);
      sendCompletion(chunks, completionOf(parts, call, task));
    }
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError('internal', {}, error);
    if (known.code === 'internal') request.log.error({ err: error }, 'stream of a chat failed');
    chunks.fail(errorOf(known, language));
    chunks.end();
  } finally {
    ended.abort();
  }
  return reply;
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

async function beat(chunks: ChunkWriter, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    await systemClock.sleep(heartbeatMs, ended);
    if (!ended.aborted) chunks.comment('still here');
  }
}
