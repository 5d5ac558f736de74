/** POST /v1/chat/completions: images and clips in clients that only chat. */
import { calendarNow } from '@kinora/shared/clock';
import { formatMicros } from '@kinora/shared/money';
import { newSecret } from '../../platform/lib/id.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import type { Call } from '../http/route.ts';
import { beginEvents } from '../http/streams/event-response.ts';
import { waitForTask } from '../http/tasks/wait-for-task.ts';
import type { PlacedTask } from '../http/tasks/place-task.ts';
import { streamTask } from '../http/tasks/stream-task.ts';
import type { WaitingDependencies } from '../http/tasks/waiting-parts.ts';
import { unixSeconds } from '../image/openai/images-response.ts';
import { toAnswer } from './answer.ts';
import { toChatRequest, type ChatBody } from './bodies.ts';
import {
  openChunks,
  sendCompletion,
  toCompletion,
  type ChunkWriter,
  type Completion,
} from './chat-response.ts';
import { takeTurn } from './take-turn.ts';

type ChatCall = Call<ChatBody>;

export function answerChat(parts: WaitingDependencies) {
  return async (call: ChatCall): Promise<unknown> => {
    const turn = await takeTurn(parts, call, { chat: toChatRequest(call.body) });
    if ('text' in turn) return replyWithText(call, turn.text);
    call.reply.header('x-kinora-task', turn.publicId);
    if (call.body.stream) return streamChat(parts, call, turn);
    const task = await waitForTask(parts, call, turn);
    return task && toCompletion(describeCompletion(parts, call, task));
  };
}

function replyWithText({ body, reply }: ChatCall, content: string): unknown {
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

function describeCompletion(parts: WaitingDependencies, call: ChatCall, task: TaskView): Completion {
  return {
    id: task.publicId,
    model: task.model,
    created: unixSeconds(task.createdAt),
    cost: Number(formatMicros(task.chargedMicros ?? 0n)),
    ...toAnswer(parts, call, task),
  };
}

async function streamChat(
  parts: WaitingDependencies,
  call: ChatCall,
  pendingTask: PlacedTask,
): Promise<unknown> {
  beginEvents(call.reply);
  const chunks = openChunks(call.reply, {
    id: pendingTask.publicId,
    created: unixSeconds(new Date(calendarNow())),
    model: call.body.model ?? 'kinora',
  });
  return streamTask(parts, call, {
    ...pendingTask,
    onChange: showProgress(chunks),
    onFinish: async task => sendCompletion(chunks, describeCompletion(parts, call, task)),
    onFailure: error => {
      chunks.fail(error);
      chunks.done();
    },
  });
}

/** Sends the text as reasoning, which clients collapse. */
function showProgress(chunks: ChunkWriter): (task: TaskView) => Promise<void> {
  let lastProgress = -1;
  return async ({ progress }) => {
    if (progress <= lastProgress) return;
    lastProgress = progress;
    chunks.send({ role: 'assistant', reasoning_content: `${progress} %\n` });
  };
}
