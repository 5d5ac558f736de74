/** POST /mj/submit/describe: suggests four prompts that would generate a picture like this one. */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import type { Call } from '../../http/route.ts';
import type { SubmitParts } from '../../http/tasks/submit.ts';
import type { DescribeBody } from '../wire/bodies.ts';
import { botTypeOf, type Order } from '../order/order.ts';
import { defaultVersionOf, placeOrders } from '../order/place-order.ts';
import { acceptedResponse } from '../wire/submit-response.ts';

export function submitDescribe(parts: SubmitParts) {
  return async (call: Call<DescribeBody>) => {
    const { body, token, language } = call;
    const source = body.base64 || body.link;
    if (!source) throw fieldInvalid('base64', 'describe_image');
    const param = body.base64 ? 'base64' : 'link';
    const taken = await parts.pictures.ingest(source, { param, token });
    const { storageKey, contentType, width, height } = taken;
    const order: Order = {
      job: {
        kind: 'describe',
        prompt: '',
        seed: newSeed(),
        exclude: [],
        width: 0,
        height: 0,
        inputs: [{ role: 'picture', storageKey, contentType, width, height }],
      },
      pictures: [taken],
      model: body.model ?? undefined,
      tier: undefined,
      wire: {
        action: 'DESCRIBE',
        prompt: null,
        finalPrompt: '',
        description: `/describe ${taken.name}`,
        pictureName: taken.name,
        aspect: { width, height },
        botType: botTypeOf(defaultVersionOf(parts, token, body)),
        parentId: null,
      },
    };
    return acceptedResponse(await placeOrders(parts, call, [order]), language);
  };
}
