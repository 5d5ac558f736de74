/** The tool `describe_image`: prompts that would generate an image like a given one. */
import { AppError } from '@kinora/shared/errors/errors';
import { z } from 'zod';
import type { Token } from '../../../core/accounts/tokens.ts';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { modelArgument, paidArguments } from '../../http/agent-tools/card-arguments.ts';
import type { MakingTool, ToolCall, ToolOffer } from '../../http/agent-tools/making-tool.ts';
import { pricesText } from '../../http/agent-tools/prices-text.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import type { ReadOrder } from '../openai/read-order.ts';
import { chooseDefaultVersion } from '../order/place-order.ts';
import { describeOrder, inputFrom } from '../submit/submit-describe.ts';
import { findFinished, candidateInput } from '../wire/parent.ts';
import { placeToolOrder } from './place-tool-order.ts';
import { imageArgument, numberArgument, taskArgument, conflictingArguments } from './tool-images.ts';

export function describeImage(parts: WaitingDependencies): MakingTool {
  return {
    name: 'describe_image',
    offer: token => describeOffer(parts, token),
    place: call => placeToolOrder(parts, call, () => read(parts, call)),
  };
}

interface Values {
  readonly task?: string;
  readonly number?: number;
  readonly image?: string;
  readonly model?: string;
}

async function read(parts: WaitingDependencies, { body, token }: ToolCall): Promise<ReadOrder> {
  const { task, number = 1, image, model }: Values = body;
  if (task !== undefined && image !== undefined) throw conflictingArguments('image', 'task');
  if (task === undefined && body['number'] !== undefined) throw conflictingArguments('number', 'image');
  const version = chooseDefaultVersion(parts, token, {});
  if (task !== undefined) {
    const parent = await findFinished(parts, token, task);
    const order = describeOrder({ input: candidateInput(parent, number - 1), version, parentId: task });
    return { order: { ...order, model }, ignored: [] };
  }
  if (image === undefined) throw new AppError('edit_unclear', { arguments: 'task, image' });
  const picture = await parts.pictures.ingest(image, { param: 'image', token });
  return { order: { ...describeOrder({ input: inputFrom(picture), picture, version }), model }, ignored: [] };
}

function describeOffer({ catalogue, currency }: WaitingDependencies, token: Token): ToolOffer | undefined {
  if (token.kind !== 'image') return undefined;
  const models = usableModels(catalogue, token).filter(({ card }) => card.operations.includes('describe'));
  if (models.length === 0) return undefined;
  return {
    title: 'Describe an image',
    description: `Returns four prompts that would generate an image like this one. Waits like generate_image. ${pricesText(models, token, currency)}`,
    arguments: z.strictObject({
      image: imageArgument.optional(),
      task: taskArgument.optional().describe('Instead of an image: the ID of a finished task.'),
      number: numberArgument,
      model: modelArgument(models, 'Default: chosen by the server.'),
      ...paidArguments,
    }),
  };
}
