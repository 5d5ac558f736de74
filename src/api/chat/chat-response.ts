/** Responses of chat completions, whole and as a stream. */
import { z } from 'zod';
import type { Call } from '../http/route.ts';
import type { Answer } from './answer.ts';

const picture = z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) });

export const chatResponse = z.object({
  id: z.string(),
  object: z.literal('chat.completion'),
  created: z.number().int(),
  model: z.string(),
  choices: z.array(
    z.object({
      index: z.number().int(),
      message: z.object({
        role: z.literal('assistant'),
        content: z.string().describe('Markdown with the images, and how to go on.'),
        images: z.array(picture).optional(),
      }),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: z.object({
    prompt_tokens: z.number().int(),
    completion_tokens: z.number().int(),
    total_tokens: z.number().int(),
    cost: z.number().describe('What the images cost, in the currency of the server.'),
  }),
});

export interface Completion extends Answer {
  /** The id of the task, or of the request if there is no task. */
  readonly id: string;
  readonly model: string;
  /** Unix seconds. */
  readonly created: number;
  readonly cost: number;
}

const picturesIn = ({ images }: Answer) =>
  images.map(url => ({ type: 'image_url' as const, image_url: { url } }));

const toUsage = ({ cost }: Completion) => ({
  prompt_tokens: 0,
  completion_tokens: 0,
  total_tokens: 0,
  cost,
});

export function toCompletion(completion: Completion): z.infer<typeof chatResponse> {
  const { id, created, model, content } = completion;
  const images = picturesIn(completion);
  return {
    id: `chatcmpl-${id}`,
    object: 'chat.completion',
    created,
    model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, ...(images.length > 0 && { images }) },
        finish_reason: 'stop',
      },
    ],
    usage: toUsage(completion),
  };
}

/** A stream of chunks. */
export interface ChunkWriter {
  send(delta: object, more?: { readonly finish_reason?: 'stop'; readonly usage?: object }): void;
  fail(error: object): void;
  /** The end of the stream as clients know it. */
  done(): void;
}

export function openChunks(
  { raw }: Pick<Call['reply'], 'raw'>,
  { id, created, model }: Pick<Completion, 'id' | 'created' | 'model'>,
): ChunkWriter {
  const write = (text: string) => {
    if (!raw.destroyed && !raw.writableEnded) raw.write(text);
  };
  const line = (data: object) => write(`data: ${JSON.stringify(data)}\n\n`);
  return {
    send: (delta, { finish_reason: reason, usage } = {}) =>
      line({
        id: `chatcmpl-${id}`,
        object: 'chat.completion.chunk',
        created,
        model,
        choices: [{ index: 0, delta, finish_reason: reason ?? null }],
        ...(usage && { usage }),
      }),
    fail: error => line({ error }),
    done: () => write('data: [DONE]\n\n'),
  };
}

/** The answer in chunks, as clients show it. */
export function sendCompletion(chunks: ChunkWriter, completion: Completion): void {
  chunks.send({ role: 'assistant', content: completion.content });
  if (completion.images.length > 0) chunks.send({ images: picturesIn(completion) });
  chunks.send({}, { finish_reason: 'stop', usage: toUsage(completion) });
  chunks.done();
}
