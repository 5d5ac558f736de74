/** Responses of OpenAI's Responses API, whole and as a stream. */
import { z } from 'zod';
import type { FastifyReply } from 'fastify';

const text = z.object({
  type: z.literal('output_text'),
  text: z.string(),
  annotations: z.array(z.never()),
  logprobs: z.array(z.never()),
});
const outputItem = z.union([
  z.object({
    type: z.literal('message'),
    id: z.string(),
    role: z.literal('assistant'),
    status: z.enum(['in_progress', 'completed']),
    content: z.array(text).describe('Markdown with the images, and how to go on.'),
  }),
  z.object({
    type: z.literal('image_generation_call'),
    id: z.string(),
    status: z.enum(['in_progress', 'completed']),
    result: z.string().nullable().describe('The image as Base64.'),
    output_format: z.string().optional(),
    size: z.string().optional(),
    quality: z.string().optional(),
    background: z.string().optional(),
  }),
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.object({ type: z.literal('summary_text'), text: z.string() })),
  }),
]);
export type OutputItem = z.infer<typeof outputItem>;
export type ImageItem = Extract<OutputItem, { type: 'image_generation_call' }>;

export const responsesResponse = z.object({
  id: z.string(),
  object: z.literal('response'),
  created_at: z.number().int(),
  status: z.enum(['in_progress', 'completed', 'failed']),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  incomplete_details: z.null(),
  instructions: z.null(),
  metadata: z.object({}),
  model: z.string(),
  output: z.array(outputItem),
  parallel_tool_calls: z.boolean(),
  previous_response_id: z.string().nullable(),
  temperature: z.null(),
  tool_choice: z.literal('auto'),
  tools: z.array(z.never()),
  top_p: z.null(),
  usage: z
    .object({
      input_tokens: z.literal(0),
      input_tokens_details: z.object({ cached_tokens: z.literal(0) }),
      output_tokens: z.literal(0),
      output_tokens_details: z.object({ reasoning_tokens: z.literal(0) }),
      total_tokens: z.literal(0),
      cost: z.number().describe('What the images cost, in the currency of the server.'),
    })
    .nullable(),
});
export type ResponsesResponse = z.infer<typeof responsesResponse>;

export interface ResponseContent {
  /** The id of the task, or of the request if there is no task. */
  readonly id: string;
  readonly model: string;
  /** Unix seconds. */
  readonly created: number;
  readonly status: ResponsesResponse['status'];
  readonly previous: string | undefined;
  readonly output: readonly OutputItem[];
  /** Undefined until it has ended. */
  readonly cost?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

const noTokens = {
  input_tokens: 0,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 0,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 0,
} as const;

/** Writes a response with every field that the SDKs declare. */
export function toResponse(response: ResponseContent): ResponsesResponse {
  const { id, model, created, status, previous, output, cost, error } = response;
  return {
    id: `resp_${id}`,
    object: 'response',
    created_at: created,
    status,
    error: error ?? null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model,
    output: [...output],
    parallel_tool_calls: true,
    previous_response_id: previous ?? null,
    temperature: null,
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    usage: cost === undefined ? null : { ...noTokens, cost },
  };
}

export function messageItem(id: string, content: string): OutputItem {
  const part = { type: 'output_text' as const, text: content, annotations: [], logprobs: [] };
  return { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [part] };
}

export type SendEvent = (type: string, data: object) => void;

/** Opens a stream whose events are numbered. */
export function openEvents({ raw }: Pick<FastifyReply, 'raw'>): SendEvent {
  let number = 0;
  return (type, data) => {
    if (raw.destroyed || raw.writableEnded) return;
    raw.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: number, ...data })}\n\n`);
    number += 1;
  };
}

/** An image that is being made. */
export function beginImage(send: SendEvent, id: string, index: number): void {
  const item = { type: 'image_generation_call', id, status: 'in_progress', result: null };
  send('response.output_item.added', { output_index: index, item });
  const place = { output_index: index, item_id: id };
  send('response.image_generation_call.in_progress', place);
  send('response.image_generation_call.generating', place);
}

/** The events of an item that is complete already. `isBegun`: that it is there was reported before. */
export function sendItem(
  send: SendEvent,
  item: OutputItem,
  { index, isBegun }: { readonly index: number; readonly isBegun: boolean },
): void {
  const place = { output_index: index, item_id: item.id };
  if (item.type === 'message') {
    send('response.output_item.added', {
      output_index: index,
      item: { ...item, status: 'in_progress', content: [] },
    });
    item.content.forEach((part, index) => {
      const inPart = { ...place, content_index: index };
      send('response.content_part.added', { ...inPart, part: { ...part, text: '' } });
      send('response.output_text.delta', { ...inPart, delta: part.text, logprobs: [] });
      send('response.output_text.done', { ...inPart, text: part.text, logprobs: [] });
      send('response.content_part.done', { ...inPart, part });
    });
  }
  if (item.type === 'image_generation_call') {
    if (!isBegun) beginImage(send, item.id, index);
    send('response.image_generation_call.completed', place);
  }
  send('response.output_item.done', { output_index: index, item });
}
