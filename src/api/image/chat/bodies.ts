/** What chat clients send (OpenAI's chat completions). Whatever concerns words only, such as `temperature` or `tools`, is ignored. */
import { z } from 'zod';

const part = z.union([
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    type: z.literal('image_url'),
    image_url: z.union([z.string(), z.looseObject({ url: z.string() })]),
  }),
  z.looseObject({ type: z.string() }),
]);

export const message = z.looseObject({
  role: z.string().max(20),
  content: z.union([z.string(), z.array(part).max(100)]).nullish(),
});
export type Message = z.infer<typeof message>;

export const chatBody = z.looseObject({
  model: z.string().max(100).optional().describe('Model ID or alias. Absent: the default model for images.'),
  messages: z.array(message).min(1).max(2000).describe('The last message of the user is the prompt.'),
  n: z.number().int().min(1).max(10).nullish().describe('The number of images. Default: 1.'),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  webhook_url: z.string().max(2000).optional().describe('Every change of the task is posted to it.'),
  image_config: z.looseObject({ aspect_ratio: z.string().max(20).nullish() }).nullish(),
});
export type ChatBody = z.infer<typeof chatBody>;
