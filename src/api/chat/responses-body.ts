/** The bodies of OpenAI's Responses API. Fields that concern only words are ignored. */
import { parseWith } from '../http/request/parse-with.ts';
import { z } from 'zod';
import { termFields } from '../http/tasks/request-terms.ts';
import { asAddresses } from '../image/openai/read-fields.ts';
import type { DeliveredForm } from '../image/wire/image-wire.ts';
import { message, type ChatRequest, type Message } from './conversation.ts';

const item = z.union([message, z.looseObject({ type: z.string().max(60) })]);
const word = z.string().max(20).nullish();

/** The tool with which clients of OpenAI ask for images. */
const imageTool = z.looseObject({
  type: z.literal('image_generation'),
  model: z.string().max(100).nullish(),
  action: z.enum(['generate', 'edit', 'auto']).nullish(),
  size: word,
  quality: word,
  background: z.enum(['transparent', 'opaque', 'auto']).nullish(),
  output_format: z.enum(['png', 'jpeg', 'webp']).nullish(),
  output_compression: z.number().int().min(0).max(100).nullish(),
  partial_images: z.number().int().min(0).max(3).nullish(),
});
type ImageTool = z.infer<typeof imageTool>;

export const responsesBody = z.looseObject({
  model: z.string().max(100).optional().describe('Model ID or alias. Absent: the default model.'),
  input: z
    .union([z.string(), z.array(item).min(1).max(2000)])
    .describe('The prompt, or a conversation whose last message of the user is the prompt.'),
  previous_response_id: z
    .string()
    .max(100)
    .optional()
    .describe('The response before, whose images a command or an edit is about.'),
  tools: z
    .array(z.looseObject({ type: z.string().max(60) }))
    .max(128)
    .optional()
    .describe('With `image_generation`, its fields are used, and the images are in the output as data.'),
  stream: z.boolean().optional(),
  ...termFields,
});
export type ResponsesBody = z.infer<typeof responsesBody>;

export interface ReadResponses {
  readonly chat: ChatRequest;
  readonly delivery: DeliveredForm;
  /**
   * The client wants the images as data, and at most this many previews. Undefined
   * means as addresses in the text.
   */
  readonly tool: { readonly previews: number } | undefined;
}

export function readResponses(body: ResponsesBody): ReadResponses {
  const tool = toolIn(body);
  const { size, quality, background, output_format: format, output_compression: compression } = tool ?? {};
  const fields = Object.fromEntries(
    Object.entries({ size, quality, background }).filter(([, value]) => value),
  );
  const chat = {
    messages: messagesIn(body),
    model: tool?.model ?? body.model,
    count: 1,
    fields,
    isEdit: tool?.action === 'edit',
  };
  const delivery = {
    ...asAddresses,
    ...(tool && { as: 'b64_json' as const }),
    ...(format && { format }),
    ...(compression && { quality: compression }),
  };
  return { chat, delivery, tool: tool && { previews: tool.partial_images ?? 0 } };
}

function toolIn({ tools = [] }: ResponsesBody): ImageTool | undefined {
  const tool = tools.find(({ type }) => type === 'image_generation');
  return tool && parseWith(imageTool, tool);
}

/** The items as messages. An image of an earlier response is an answer that names its task. */
function messagesIn({ input, previous_response_id: before }: ResponsesBody): Message[] {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input;
  const taskId = taskOfId(before);
  const earlier = taskId === undefined ? [] : [{ role: 'assistant', content: `\`${taskId}\`` }];
  return [...earlier, ...items.flatMap(toMessage)];
}

function toMessage(inputItem: z.infer<typeof item>): Message[] {
  if ('role' in inputItem) return [inputItem as Message];
  const { type, id } = inputItem as { type?: unknown; id?: unknown };
  const task = type === 'image_generation_call' || type === 'item_reference' ? taskOfId(id) : undefined;
  return task === undefined ? [] : [{ role: 'assistant', content: `\`${task}\`` }];
}

/** `resp_<task>`, `ig_<task>_1`: the identifiers of responses and their items name the task. */
function taskOfId(id: unknown): string | undefined {
  return /^[a-z]{2,5}_(\d{16}|video_[0-9a-f]{32})(?:_\d+)?$/.exec(String(id))?.[1];
}
