/**
 * POST /api/v1/images: OpenRouter's image API, whose request is that of OpenAI with reference images, and
 * whose response names the cost.
 */
import { z } from 'zod';
import { formatMicros } from '@kinora/shared/money';
import type { Call } from '../http/route.ts';
import { waitForTask } from '../http/tasks/wait-for-task.ts';
import { placeTask } from '../http/tasks/place-task.ts';
import type { WaitingDependencies } from '../http/tasks/waiting-parts.ts';
import { answerImages } from '../image/openai/answer-images.ts';
import { generationBody } from '../image/openai/bodies.ts';
import { toImages } from '../image/openai/images-response.ts';
import { toPlacement } from '../image/openai/place-request.ts';
import { readDelivery } from '../image/openai/read-fields.ts';
import { readEdit, readGeneration } from '../image/openai/read-order.ts';

export const reference = z.looseObject({
  type: z.string().max(20).optional(),
  image_url: z.union([z.string(), z.looseObject({ url: z.string() })]),
});

export const imagesBody = generationBody.extend({
  input_references: z.array(reference).max(16).optional().describe('Images to edit: addresses or data URLs.'),
  provider: z.unknown().optional().describe('Ignored: it is for providers of OpenRouter.'),
});
export type ImagesBody = z.infer<typeof imagesBody>;

export const openRouterImages = z.object({
  created: z.number().int(),
  data: z.array(z.object({ b64_json: z.string(), media_type: z.string() })),
  usage: z.object({
    prompt_tokens: z.literal(0),
    completion_tokens: z.literal(0),
    total_tokens: z.literal(0),
    cost: z.number(),
  }),
});

export function generateOpenRouterImages(parts: WaitingDependencies) {
  return async (call: Call<ImagesBody>): Promise<unknown> => {
    const delivery = { ...readDelivery(call.body), as: 'b64_json' as const };
    const request = { delivery, read: () => readRequest(parts, call) };
    if (delivery.stream) return answerImages(parts, call, request);
    const pendingTask = await placeTask(parts, call, toPlacement(parts, call, request));
    call.reply.header('x-kinora-task', pendingTask.publicId);
    const task = await waitForTask(parts, call, pendingTask);
    if (!task) return undefined;
    const { created, data, output_format: format } = await toImages(task, delivery, { ...parts, ...call });
    return {
      created,
      data: data.map(({ b64_json: image = '' }) => ({ b64_json: image, media_type: `image/${format}` })),
      usage: {
        prompt_tokens: 0,
        completion_tokens: 0,
        total_tokens: 0,
        cost: Number(formatMicros(task.chargedMicros ?? 0n)),
      },
    };
  };
}

function readRequest(parts: WaitingDependencies, { body, token }: Call<ImagesBody>) {
  const { input_references: references = [], provider: _, ...fields } = body;
  const images = references.map(reference => ({ image_url: readAddress(reference) }));
  if (images.length === 0) return readGeneration(parts, { body: fields, token });
  return readEdit(parts, { body: { ...fields, images }, token });
}

export function readAddress({ image_url: address }: z.infer<typeof reference>): string {
  return typeof address === 'string' ? address : address.url;
}
