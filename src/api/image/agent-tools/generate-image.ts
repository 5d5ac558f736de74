/** The tool `generate_image`: images from words. */
import { z } from 'zod';
import type { Token } from '../../../core/accounts/tokens.ts';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { modelArgument, paidArguments, parameterArguments } from '../../http/agent-tools/card-arguments.ts';
import type { MakingTool, ToolOffer } from '../../http/agent-tools/making-tool.ts';
import { pricesText } from '../../http/agent-tools/prices-text.ts';
import { knownFields } from '../openai/bodies.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { readGeneration } from '../openai/read-order.ts';
import type { GenerationBody } from '../openai/bodies.ts';
import { placeToolOrder } from './place-tool-order.ts';

export function generateImage(parts: WaitingDependencies): MakingTool {
  return {
    name: 'generate_image',
    offer: token => describeOffer(parts, token),
    place: call => {
      const { request_key: _, ...body } = call.body;
      const read = () => readGeneration(parts, { body: body as GenerationBody, token: call.token });
      return placeToolOrder(parts, call, read);
    },
  };
}

function describeOffer({ catalogue, currency }: WaitingDependencies, token: Token): ToolOffer | undefined {
  const models = usableModels(catalogue, token).filter(({ card }) => card.operations.includes('grid'));
  if (models.length === 0) return undefined;
  return {
    title: 'Generate images',
    description: `Generates one to ten images from a text and waits for them. If that takes longer than 45 seconds, it returns the ID of the task; then call get_task. The result lists the follow-ups that are possible, such as variations, upscales and clips. ${pricesText(models, token, currency)}`,
    arguments: z.strictObject({
      prompt: z
        .string()
        .min(1)
        .describe(
          'What the images show, in any words. Parameters may follow: --ar 16:9 (aspect ratio), --no text (what to leave out), --seed 7. The address of an image in front of the words makes it an image prompt.',
        ),
      n: z.int().min(1).max(10).optional().describe('How many images. Each is charged. Default: 1.'),
      model: modelArgument(models, 'Default: chosen by the server.'),
      aspect_ratio: z
        .string()
        .max(20)
        .optional()
        .describe('Such as 16:9 or 2:3. Default: 1:1. Not together with size.'),
      size: z
        .string()
        .max(20)
        .optional()
        .describe('Width and height in pixels such as 1024x1536: 64 to 4096 each, at most 3:1.'),
      seed: z
        .int()
        .min(0)
        .max(2 ** 32 - 1)
        .optional()
        .describe(
          'The same call with the same seed gives the same images. Default: random; the result names it.',
        ),
      ...parameterArguments(models, knownFields),
      ...paidArguments,
    }),
  };
}
