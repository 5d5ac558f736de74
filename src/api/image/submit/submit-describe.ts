/** POST /mj/submit/describe: suggests four prompts that would generate a picture like this one. */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import type { Call } from '../../http/route.ts';
import type { IngestedImage } from '../../http/request/image-ingest.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import type { TaskInput } from '../../../core/tasks/task.ts';
import type { DescribeBody } from '../wire/bodies.ts';
import { botTypeFor, type Order } from '../order/order.ts';
import { chooseDefaultVersion, placeOrders } from '../order/place-order.ts';
import { acceptedResponse } from '../wire/submit-response.ts';

export function submitDescribe(parts: SubmitDependencies) {
  return async (call: Call<DescribeBody>) => {
    const { body, token, language } = call;
    const source = body.base64 || body.link;
    if (!source) throw fieldInvalid('base64', 'describe_image');
    const param = body.base64 ? 'base64' : 'link';
    const picture = await parts.pictures.ingest(source, { param, token });
    const order = describeOrder({
      input: inputFrom(picture),
      picture,
      version: chooseDefaultVersion(parts, token, body),
    });
    const orderWithModel = { ...order, model: body.model ?? undefined };
    return acceptedResponse(await placeOrders(parts, call, [orderWithModel]), language);
  };
}

export function inputFrom({ storageKey, contentType, width, height }: IngestedImage): TaskInput {
  return { role: 'picture', storageKey, contentType, width, height };
}

export interface DescribeRequest {
  readonly input: TaskInput;
  /** The picture, if the request brings it. Undefined if it is that of a task. */
  readonly picture?: IngestedImage;
  readonly version: string;
  readonly parentId?: string;
}

export function describeOrder({ input, picture, version, parentId }: DescribeRequest): Order {
  const { width, height } = input;
  const name = picture?.name ?? parentId ?? '';
  return {
    job: { kind: 'describe', prompt: '', seed: newSeed(), exclude: [], width: 0, height: 0, inputs: [input] },
    ...(picture && { pictures: [picture] }),
    tier: undefined,
    wire: {
      action: 'DESCRIBE',
      prompt: null,
      finalPrompt: '',
      description: `/describe ${name}`,
      ...(picture && { pictureName: picture.name }),
      aspect: { width, height },
      botType: botTypeFor(version),
      parentId: parentId ?? null,
    },
  };
}
