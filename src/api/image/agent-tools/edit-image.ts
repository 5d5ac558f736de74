/** The tool `edit_image`: an action on the result of a task, or a change of images in words. */
import { AppError } from '@kinora/shared/errors/errors';
import { z } from 'zod';
import type { Token } from '../../../core/accounts/tokens.ts';
import { listOperations, usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { modelArgument, paidArguments, parameterArguments } from '../../http/agent-tools/card-arguments.ts';
import type { MakingTool, ToolCall, ToolOffer } from '../../http/agent-tools/making-tool.ts';
import { pricesText } from '../../http/agent-tools/prices-text.ts';
import { knownFields, type EditBody } from '../openai/bodies.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { readEdit, type ReadOrder } from '../openai/read-order.ts';
import { imageActions } from './action-names.ts';
import { placeToolOrder } from './place-tool-order.ts';
import { findFinished, candidateInput } from '../wire/parent.ts';
import { readAction } from './read-action.ts';
import { imageArgument, toImageFields, maskArgument, numberArgument, taskArgument } from './tool-images.ts';

export function editImage(parts: WaitingDependencies): MakingTool {
  return {
    name: 'edit_image',
    argumentOf: { image: 'images' },
    offer: token => describeOffer(parts, token),
    place: call => placeToolOrder(parts, call, () => read(parts, call)),
  };
}

type EditCall = Pick<ToolCall, 'body' | 'token'>;

interface EditValues {
  readonly task?: string;
  readonly number?: number;
}

async function read(parts: WaitingDependencies, { body, token }: EditCall): Promise<ReadOrder> {
  if (body['action'] !== undefined) return readAction(parts, { body, token });
  const { request_key: _, action: __, task: ___, number: ____, images: _____, ...fields } = body;
  if (fields['prompt'] === undefined) throw new AppError('edit_unclear', { arguments: 'action, prompt' });
  const images = toImageFields(body);
  const { task, number = 1 } = body as EditValues;
  if (task !== undefined) candidateInput(await findFinished(parts, token, task), number - 1);
  return readEdit(parts, { body: { ...fields, images } as EditBody, token });
}

const changes = ['variation', 'edit', 'outpaint', 'upscale'] as const;

function describeOffer({ catalogue, currency }: WaitingDependencies, token: Token): ToolOffer | undefined {
  if (token.kind !== 'image') return undefined;
  const models = usableModels(catalogue, token);
  const availableOperations = listOperations(models);
  const actions = imageActions(availableOperations);
  if (!changes.some(operation => availableOperations.has(operation))) return undefined;
  const editors = models.filter(({ card }) => card.operations.includes('edit'));
  return {
    title: 'Change images',
    description: `Changes images in one of two ways. With "task" and "action": carries out an action on the result of a finished task, as listed in "next" of its result (vary, upscale, zoom out, extend, change a region, generate again).${editors.length > 0 ? ' With "prompt" and "task" or "images": changes the image as the prompt says.' : ''} Waits like generate_image. ${pricesText(models, token, currency)}`,
    arguments: z.strictObject({
      task: taskArgument.optional(),
      action: z
        .enum(actions as [string, ...string[]])
        .optional()
        .describe(
          'What to do with the result of the task. Sets of images have select_N and vary_N; single images have the others, so select one first, which is free or cheap.',
        ),
      number: numberArgument,
      images: z
        .array(imageArgument)
        .min(1)
        .max(16)
        .optional()
        .describe('Instead of a task: the image to change, then images to look at.'),
      prompt: z
        .string()
        .min(1)
        .optional()
        .describe(
          'What to change, in words. With an action: a new prompt for it; the default is the prompt of the task.',
        ),
      mask: maskArgument,
      n: z.int().min(1).max(10).optional().describe('How many images, if there is no action. Default: 1.'),
      ...(editors.length > 0 && { model: modelArgument(editors, 'Only without an action.') }),
      size: z
        .string()
        .max(20)
        .optional()
        .describe('Such as 1024x1536, if there is no action. Default: that of the image.'),
      seed: z
        .int()
        .min(0)
        .max(2 ** 32 - 1)
        .optional()
        .describe('If there is no action.'),
      ...parameterArguments(editors, knownFields),
      ...paidArguments,
    }),
  };
}
