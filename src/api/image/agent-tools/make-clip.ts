/**
 * The tool `generate_video` for tokens of image groups: clips from words, from an image,
 * or from the result of a task.
 */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { z } from 'zod';
import type { Token } from '../../../core/accounts/tokens.ts';
import { followUpsFor, listOperations, usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { modelArgument, paidArguments } from '../../http/agent-tools/card-arguments.ts';
import type { MakingTool, ToolCall, ToolOffer } from '../../http/agent-tools/making-tool.ts';
import { pricesText } from '../../http/agent-tools/prices-text.ts';
import type { WaitingDependencies } from '../../http/tasks/waiting-parts.ts';
import { aspectParameter } from '../openai/read-fields.ts';
import type { ReadOrder } from '../openai/read-order.ts';
import { chooseDefaultVersion } from '../order/place-order.ts';
import type { PicturesByAddress } from '../order/take-inputs.ts';
import { imagineOrders } from '../submit/submit-imagine.ts';
import { videoOrder } from '../submit/submit-video.ts';
import { clipActions } from './action-names.ts';
import { placeToolOrder } from './place-tool-order.ts';
import { readAction } from './read-action.ts';
import { findFinished, candidateInput } from '../wire/parent.ts';
import { listActions } from './task-actions.ts';
import { imageArgument, numberArgument, taskArgument, conflictingArguments } from './tool-images.ts';

export function makeClip(parts: WaitingDependencies): MakingTool {
  return {
    name: 'generate_video',
    argumentOf: {
      taskId: 'task',
      index: 'number',
      endImage: 'end_image',
      batchSize: 'n',
      videoType: 'resolution',
      base64: 'image',
    },
    offer: token => describeOffer(parts, token),
    place: call => placeToolOrder(parts, call, () => read(parts, call)),
  };
}

interface Values {
  readonly prompt?: string;
  readonly task?: string;
  readonly action?: string;
  readonly number?: number;
  readonly image?: string;
  readonly end_image?: string;
  readonly motion?: 'low' | 'high';
  readonly loop?: boolean;
  readonly n?: 1 | 2 | 4;
  readonly resolution?: '480p' | '720p';
  readonly aspect_ratio?: string;
  readonly seed?: number;
  readonly model?: string;
}

async function read(parts: WaitingDependencies, call: ToolCall): Promise<ReadOrder> {
  const values: Values = call.body;
  if (values.action !== undefined) return readAction(parts, call);
  if (values.task !== undefined && values.image !== undefined) throw conflictingArguments('image', 'task');
  if (values.task === undefined && values.number !== undefined) throw conflictingArguments('number', 'image');
  if (values.task !== undefined) await rejectUnanimated(parts, call, values);
  const order =
    (values.task ?? values.image)
      ? await fromImage(parts, call, values)
      : await fromWords(parts, call, values);
  const { seed } = values;
  return { order: seed === undefined ? order : { ...order, job: { ...order.job, seed } }, ignored: [] };
}

/** Rejects a task without an image of that number, or one whose clips need an action. Throws AppError. */
async function rejectUnanimated(
  parts: WaitingDependencies,
  { token }: ToolCall,
  { task = '', number = 1 }: Values,
): Promise<void> {
  const parent = await findFinished(parts, token, task);
  if (parent.job.kind !== 'clip') return void candidateInput(parent, number - 1);
  const actions = listActions(parent, followUpsFor(parts.catalogue, token, parent.model));
  throw fieldInvalid('action', 'value_allowed', { allowed: actions.map(({ name }) => name).join(', ') });
}

function fromImage(parts: WaitingDependencies, { token }: ToolCall, values: Values) {
  const {
    task,
    image,
    number,
    end_image: endImage,
    n = 1,
    resolution,
    aspect_ratio: aspect,
    action: _,
    ...rest
  } = values;
  if (aspect !== undefined) throw conflictingArguments('aspect_ratio', task === undefined ? 'image' : 'task');
  const body = {
    ...rest,
    ...(task === undefined ? { image } : { taskId: task, index: (number ?? 1) - 1 }),
    endImage,
    batchSize: n,
    ...(resolution && { videoType: `vid_1.1_i2v_${resolution === '720p' ? 720 : 480}` as const }),
  };
  return videoOrder(parts, { body, token });
}

/** Submits a clip from words alone, as a prompt with `--video` does. */
async function fromWords(parts: WaitingDependencies, call: ToolCall, values: Values) {
  const { prompt, end_image: end, motion = 'low', loop, n = 1, resolution, model } = values;
  const { baseUrl, token } = call;
  if (prompt === undefined) throw fieldInvalid('prompt', 'prompt_without_words');
  if (resolution === '720p') throw fieldInvalid('resolution', 'value_allowed', { allowed: '480p' });
  // Its address stands for it, because any text could follow in the argument.
  const last =
    end === undefined ? undefined : await parts.pictures.ingest(end, { param: 'end_image', token });
  const address = last && `${baseUrl}/media/${last.name}`;
  const picturesByAddress: PicturesByAddress = new Map(
    last && address ? [[address, Promise.resolve(last)]] : [],
  );
  const parameters = [
    aspectParameter(values.aspect_ratio),
    ` --video --motion ${motion} --bs ${n}`,
    loop ? ' --loop' : '',
    address === undefined ? '' : ` --end ${address}`,
    model === undefined ? '' : ` --model ${model}`,
  ];
  const version = chooseDefaultVersion(parts, token, {});
  const text = `${prompt.trim()}${parameters.join('')}`;
  const [order, ...more] = await imagineOrders(
    parts,
    { ...call, body: {} },
    { text, version, picturesByAddress },
  );
  if (!order || more.length > 0) throw fieldInvalid('prompt', 'order_single');
  return order;
}

function describeOffer({ catalogue, currency }: WaitingDependencies, token: Token): ToolOffer | undefined {
  if (token.kind !== 'image') return undefined;
  const models = usableModels(catalogue, token).filter(({ card }) => card.operations.includes('clip'));
  if (models.length === 0) return undefined;
  const actions = clipActions(listOperations(models));
  return {
    title: 'Generate clips',
    description: `Generates clips of five seconds: from a prompt, from an image, or from an image of a finished task, which it animates. With "task" and "action": an action of a finished task, as listed in "next" of its result. Waits like generate_image; clips take longer, so get_task is usually needed. ${pricesText(models, token, currency)}`,
    arguments: z.strictObject({
      prompt: z
        .string()
        .min(1)
        .optional()
        .describe('What happens in the clip. Optional with a task or an image.'),
      task: taskArgument.optional().describe('The ID of a finished task whose image is the first frame.'),
      number: numberArgument,
      action: z
        .enum(actions as [string, ...string[]])
        .optional()
        .describe('An action of the task instead: animate it, or extend or take one of its clips.'),
      image: imageArgument
        .optional()
        .describe('Instead of a task: the first frame, as an https address or a data URL.'),
      end_image: imageArgument.optional().describe('The last frame, as an https address or a data URL.'),
      motion: z.enum(['low', 'high']).optional().describe('How much moves. Default: low.'),
      loop: z.boolean().optional().describe('Whether the end leads back to the beginning.'),
      n: z
        .union([z.literal(1), z.literal(2), z.literal(4)])
        .optional()
        .describe('How many clips to choose from. Each is charged. Default: 1.'),
      resolution: z.enum(['480p', '720p']).optional().describe('720p only from an image. Default: 480p.'),
      aspect_ratio: z.string().max(20).optional().describe('Such as 16:9, for a clip from words alone.'),
      seed: z
        .int()
        .min(0)
        .max(2 ** 32 - 1)
        .optional(),
      model: modelArgument(models, 'Default: chosen by the server.'),
      ...paidArguments,
    }),
  };
}
