/**
 * The bodies of chat completions. Fields that concern only words, such as `temperature` or `tools`, are
 * ignored.
 */
import { z } from 'zod';
import { termFields } from '../http/tasks/request-terms.ts';
import { message, type ChatRequest } from './conversation.ts';

const word = z.string().max(20).nullish();
const number = z.union([z.string().max(20), z.number()]).nullish();

/** Fields of the Images API and of clips, which some clients have. */
const mediaFields = {
  size: word,
  aspect_ratio: word,
  resolution: word,
  quality: word,
  background: z.enum(['transparent', 'opaque', 'auto']).nullish(),
  seconds: number,
  duration: number,
  fps: number,
};

export const chatBody = z.looseObject({
  model: z.string().max(100).optional().describe('Model ID or alias. Absent: the default model.'),
  messages: z.array(message).min(1).max(2000).describe('The last message of the user is the prompt.'),
  n: z.number().int().min(1).max(10).nullish().describe('The number of images. Default: 1.'),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  modalities: z
    .array(z.string().max(20))
    .max(10)
    .nullish()
    .describe('Without `image` and `video`: the answer says what the model does.'),
  image_config: z
    .looseObject({ aspect_ratio: word, image_size: word })
    .nullish()
    .describe('As OpenRouter has it; `image_size` is `0.5K`, `1K` or `2K`.'),
  ...mediaFields,
  ...termFields,
});
export type ChatBody = z.infer<typeof chatBody>;

export function toChatRequest(body: ChatBody): ChatRequest {
  const { messages, model, n, modalities, image_config: config } = body;
  const isWanted = modalities?.some(each => each === 'image' || each === 'video') ?? true;
  const mediaEntries = Object.keys(mediaFields).map(name => [name, body[name]] as const);
  const fields = {
    ...Object.fromEntries(withoutEmpty(mediaEntries)),
    ...(config?.aspect_ratio && { aspect_ratio: config.aspect_ratio }),
    ...(config?.image_size && { resolution: config.image_size }),
  };
  const format = body['response_format'];
  return { messages, model, count: n ?? 1, fields, format, wantsWords: !isWanted };
}

function withoutEmpty(fields: readonly (readonly [string, unknown])[]) {
  return fields.filter(([, value]) => value !== undefined && value !== null && value !== '');
}
