/** POST /v1/responses: images and clips for clients of OpenAI's Responses API. */
import { calendarNow } from '@kinora/shared/clock';
import { formatMicros } from '@kinora/shared/money';
import { newSecret } from '../../platform/lib/id.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import type { OpenaiError } from '../http/reply/openai-error.ts';
import type { Call } from '../http/route.ts';
import { beginEvents } from '../http/streams/event-response.ts';
import { waitForTask } from '../http/tasks/wait-for-task.ts';
import type { PlacedTask } from '../http/tasks/place-task.ts';
import { streamTask } from '../http/tasks/stream-task.ts';
import type { WaitingDependencies } from '../http/tasks/waiting-parts.ts';
import { describePictures, fileIn, listPictures, unixSeconds } from '../image/openai/images-response.ts';
import { openPreviews } from '../image/openai/stream-images.ts';
import { toAnswer } from './answer.ts';
import { readResponses, type ReadResponses, type ResponsesBody } from './responses-body.ts';
import { countCandidates } from '../../core/tasks/task.ts';
import {
  beginImage,
  messageItem,
  openEvents,
  sendItem,
  toResponse,
  type ImageItem,
  type OutputItem,
  type ResponseContent,
  type SendEvent,
} from './responses-response.ts';
import { takeTurn } from './take-turn.ts';

type ResponsesCall = Call<ResponsesBody>;

export function answerResponses(parts: WaitingDependencies) {
  return async (call: ResponsesCall): Promise<unknown> => {
    const request = readResponses(call.body);
    const turn = await takeTurn(parts, call, request);
    if ('text' in turn) return replyWithText(call, turn.text);
    call.reply.header('x-kinora-task', turn.publicId);
    if (call.body.stream) return streamResponse(parts, call, { ...turn, request });
    const task = await waitForTask(parts, call, turn);
    return task && toResponse(await describeResponse(parts, call, { task, request }));
  };
}

function newResponse({ body }: ResponsesCall, id: string): ResponseContent {
  return {
    id,
    model: body.model ?? 'kinora',
    created: unixSeconds(new Date(calendarNow())),
    status: 'in_progress',
    previous: body.previous_response_id,
    output: [],
  };
}

function replyWithText(call: ResponsesCall, content: string): unknown {
  const id = newSecret();
  const initialResponse = newResponse(call, id);
  const completedResponse: ResponseContent = {
    ...initialResponse,
    status: 'completed',
    output: [messageItem(id, content)],
    cost: 0,
  };
  if (!call.body.stream) return toResponse(completedResponse);
  const raw = beginEvents(call.reply);
  const send = openEvents(call.reply);
  sendStart(send, initialResponse);
  sendEnd(send, completedResponse, { from: 0, startedItems: 0 });
  raw.end();
  return call.reply;
}

interface EndedResponse {
  readonly task: TaskView;
  readonly request: ReadResponses;
}

async function describeResponse(
  parts: WaitingDependencies,
  call: ResponsesCall,
  { task, request }: EndedResponse,
): Promise<ResponseContent> {
  const { content } = toAnswer(parts, call, task);
  const images = request.tool ? await imageItems(parts, task, request) : [];
  return {
    ...newResponse(call, task.publicId),
    model: task.model,
    created: unixSeconds(task.createdAt),
    status: 'completed',
    output: [...images, messageItem(task.publicId, content)],
    cost: Number(formatMicros(task.chargedMicros ?? 0n)),
  };
}

async function imageItems(
  { storage }: Pick<WaitingDependencies, 'storage'>,
  task: TaskView,
  { delivery }: Pick<ReadResponses, 'delivery'>,
): Promise<ImageItem[]> {
  const items: ImageItem[] = [];
  for (const [index, output] of listPictures(task).entries()) {
    const bytes = await fileIn(storage, output, delivery);
    const result = Buffer.from(bytes).toString('base64');
    const id = `ig_${task.publicId}_${index + 1}`;
    items.push({
      type: 'image_generation_call',
      id,
      status: 'completed',
      result,
      ...describePictures(task, delivery),
    });
  }
  return items;
}

interface StreamedResponse extends PlacedTask {
  readonly request: ReadResponses;
}

async function streamResponse(
  parts: WaitingDependencies,
  call: ResponsesCall,
  { request, ...pendingTask }: StreamedResponse,
): Promise<unknown> {
  beginEvents(call.reply);
  const send = openEvents(call.reply);
  const initialResponse = newResponse(call, pendingTask.publicId);
  sendStart(send, initialResponse);
  const progress = openProgress(send, pendingTask.publicId);
  const image = openImage(parts, { request, id: `ig_${pendingTask.publicId}_1` }, send);
  return streamTask(parts, call, {
    ...pendingTask,
    onChange: async task => {
      progress.show(task);
      await image.show(task);
    },
    onFinish: async task => {
      const completedResponse = await describeResponse(parts, call, { task, request });
      const reasoning = progress.close();
      const output = [reasoning, ...completedResponse.output];
      sendEnd(send, { ...completedResponse, output }, { from: 1, startedItems: image.isBegun() ? 2 : 1 });
    },
    onFailure: error => sendFailure(send, initialResponse, error),
  });
}

function sendStart(send: SendEvent, initialResponse: ResponseContent): void {
  send('response.created', { response: toResponse(initialResponse) });
  send('response.in_progress', { response: toResponse(initialResponse) });
}

/**
 * Sends the items from the index on: those before were sent while the task ran, and
 * some of the others have begun.
 */
function sendEnd(
  send: SendEvent,
  completedResponse: ResponseContent,
  { from, startedItems }: { readonly from: number; readonly startedItems: number },
): void {
  for (const [index, item] of completedResponse.output.entries())
    if (index >= from) sendItem(send, item, { index, isBegun: index < startedItems });
  send('response.completed', { response: toResponse(completedResponse) });
}

function sendFailure(send: SendEvent, initialResponse: ResponseContent, error: OpenaiError): void {
  const { code, message, param } = error;
  send('response.failed', {
    response: toResponse({ ...initialResponse, status: 'failed', error: { code, message } }),
  });
  send('error', { code, message, param });
}

/** Sends progress as a summary of reasoning, which clients fold away. It is the first item of the output. */
function openProgress(send: SendEvent, publicId: string) {
  const id = `rs_${publicId}`;
  const place = { item_id: id, output_index: 0, summary_index: 0 };
  let text = '';
  let lastProgress = -1;
  send('response.output_item.added', { output_index: 0, item: { type: 'reasoning', id, summary: [] } });
  send('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text } });
  return {
    show: ({ progress }: Pick<TaskView, 'progress'>): void => {
      if (progress <= lastProgress) return;
      lastProgress = progress;
      const delta = `${progress} %\n`;
      text += delta;
      send('response.reasoning_summary_text.delta', { ...place, delta });
    },
    close: (): OutputItem => {
      const part = { type: 'summary_text' as const, text };
      const item = { type: 'reasoning' as const, id, summary: [part] };
      send('response.reasoning_summary_text.done', { ...place, text });
      send('response.reasoning_summary_part.done', { ...place, part });
      send('response.output_item.done', { output_index: 0, item });
      return item;
    },
  };
}

/**
 * The first image, if the client has the tool for it, with the previews of the engine. It is
 * the second item of the output.
 */
function openImage(
  parts: WaitingDependencies,
  { request: { tool, delivery }, id }: { readonly request: ReadResponses; readonly id: string },
  send: SendEvent,
) {
  const index = 1;
  const maxPreviews = tool?.previews ?? 0;
  let isBegun = false;
  const preview = openPreviews(
    parts,
    { delivery, most: maxPreviews },
    ({ b64_json: data, ...facts }, number) =>
      send('response.image_generation_call.partial_image', {
        ...facts,
        item_id: id,
        output_index: index,
        partial_image_b64: data,
        partial_image_index: number,
      }),
  );
  return {
    isBegun: () => isBegun,
    show: async (task: TaskView): Promise<void> => {
      if (!tool || task.job.kind === 'clip' || countCandidates(task.job) === 0) return;
      if (!isBegun) beginImage(send, id, index);
      isBegun = true;
      await preview(task);
    },
  };
}
