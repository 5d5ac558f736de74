/** POST /v1/responses: images and clips for clients of OpenAI's Responses API. */
import { calendarNow } from '@kinora/shared/clock';
import { formatMicros } from '@kinora/shared/money';
import { newSecret } from '../../platform/lib/id.ts';
import type { TaskView } from '../../core/tasks/read/task-view.ts';
import type { OpenaiError } from '../http/reply/openai-error.ts';
import type { Call } from '../http/route.ts';
import { beginEvents } from '../http/streams/event-response.ts';
import { finishedTask } from '../http/tasks/finished-task.ts';
import type { PlacedTask } from '../http/tasks/placed-task.ts';
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
    const requested = readResponses(call.body);
    const turn = await takeTurn(parts, call, requested);
    if ('said' in turn) return sayWords(call, turn.said);
    call.reply.header('x-kinora-task', turn.publicId);
    if (call.body.stream) return streamResponse(parts, call, { ...turn, requested });
    const task = await finishedTask(parts, call, turn);
    return task && toResponse(await describeResponse(parts, call, { task, requested }));
  };
}

function begunBy({ body }: ResponsesCall, id: string): ResponseContent {
  return {
    id,
    model: body.model ?? 'kinora',
    created: unixSeconds(new Date(calendarNow())),
    status: 'in_progress',
    previous: body.previous_response_id,
    output: [],
  };
}

function sayWords(call: ResponsesCall, content: string): unknown {
  const id = newSecret();
  const begun = begunBy(call, id);
  const responded: ResponseContent = {
    ...begun,
    status: 'completed',
    output: [messageItem(id, content)],
    cost: 0,
  };
  if (!call.body.stream) return toResponse(responded);
  const raw = beginEvents(call.reply);
  const send = openEvents(call.reply);
  begin(send, begun);
  end(send, responded, { from: 0, begun: 0 });
  raw.end();
  return call.reply;
}

interface EndedResponse {
  readonly task: TaskView;
  readonly requested: ReadResponses;
}

async function describeResponse(
  parts: WaitingDependencies,
  call: ResponsesCall,
  { task, requested }: EndedResponse,
): Promise<ResponseContent> {
  const { content } = toAnswer(parts, call, task);
  const images = requested.tool ? await imageItems(parts, task, requested) : [];
  return {
    ...begunBy(call, task.publicId),
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
  readonly requested: ReadResponses;
}

async function streamResponse(
  parts: WaitingDependencies,
  call: ResponsesCall,
  { requested, ...placed }: StreamedResponse,
): Promise<unknown> {
  beginEvents(call.reply);
  const send = openEvents(call.reply);
  const begun = begunBy(call, placed.publicId);
  begin(send, begun);
  const progress = openProgress(send, placed.publicId);
  const image = openImage(parts, { requested, id: `ig_${placed.publicId}_1` }, send);
  return streamTask(parts, call, {
    ...placed,
    changed: async task => {
      progress.show(task);
      await image.show(task);
    },
    finished: async task => {
      const responded = await describeResponse(parts, call, { task, requested });
      const reasoning = progress.close();
      const output = [reasoning, ...responded.output];
      end(send, { ...responded, output }, { from: 1, begun: image.isBegun() ? 2 : 1 });
    },
    failed: error => fail(send, begun, error),
  });
}

function begin(send: SendEvent, begun: ResponseContent): void {
  send('response.created', { response: toResponse(begun) });
  send('response.in_progress', { response: toResponse(begun) });
}

/**
 * Sends the items from the index on: those before were sent while the task ran, and
 * some of the others have begun.
 */
function end(
  send: SendEvent,
  responded: ResponseContent,
  { from, begun }: { readonly from: number; readonly begun: number },
): void {
  for (const [index, item] of responded.output.entries())
    if (index >= from) sendItem(send, item, { index, isBegun: index < begun });
  send('response.completed', { response: toResponse(responded) });
}

function fail(send: SendEvent, begun: ResponseContent, error: OpenaiError): void {
  const { code, message, param } = error;
  send('response.failed', { response: toResponse({ ...begun, status: 'failed', error: { code, message } }) });
  send('error', { code, message, param });
}

/** Sends progress as a summary of reasoning, which clients fold away. It is the first item of the output. */
function openProgress(send: SendEvent, publicId: string) {
  const id = `rs_${publicId}`;
  const place = { item_id: id, output_index: 0, summary_index: 0 };
  let text = '';
  let shown = -1;
  send('response.output_item.added', { output_index: 0, item: { type: 'reasoning', id, summary: [] } });
  send('response.reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text } });
  return {
    show: ({ progress }: Pick<TaskView, 'progress'>): void => {
      if (progress <= shown) return;
      shown = progress;
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
  { requested: { tool, delivery }, id }: { readonly requested: ReadResponses; readonly id: string },
  send: SendEvent,
) {
  const index = 1;
  const most = tool?.previews ?? 0;
  let isBegun = false;
  const preview = openPreviews(parts, { delivery, most }, ({ b64_json: data, ...facts }, number) =>
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
