/** POST /mj/submit/blend: creates a grid from two to five pictures. */
import { fieldInvalid } from '@kinora/shared/errors/errors';
import { newSeed } from '../../../platform/lib/id.ts';
import { candidateSize } from '@kinora/shared/prompt/picture-size';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import type { BlendBody } from '../wire/bodies.ts';
import { botTypeFor, type Order } from '../order/order.ts';
import { chooseDefaultVersion, placeOrders } from '../order/place-order.ts';
import { acceptedResponse } from '../wire/submit-response.ts';
import { takeInputs } from '../order/take-inputs.ts';

const aspects = {
  PORTRAIT: { width: 2, height: 3 },
  SQUARE: { width: 1, height: 1 },
  LANDSCAPE: { width: 3, height: 2 },
} as const;

export function submitBlend(parts: SubmitDependencies) {
  return async (call: Call<BlendBody>) => {
    const { body, token, language } = call;
    const count = body.base64Array.length;
    if (count < 2 || count > 5) throw fieldInvalid('base64Array', 'blend_count', { count });
    const addresses = body.base64Array.map(
      (address, index) => ({ address, role: 'prompt', param: `base64Array.${index}` }) as const,
    );
    const { inputs, pictures } = await takeInputs(parts, { addresses, token });
    const version = chooseDefaultVersion(parts, token, body);
    const aspect = aspects[body.dimensions || 'SQUARE'];
    const order: Order = {
      job: {
        kind: 'grid',
        prompt: '',
        seed: newSeed(),
        exclude: [],
        version,
        ...candidateSize(version, aspect, {}),
        inputs,
      },
      pictures,
      model: body.model ?? undefined,
      prefersAble: true,
      tier: undefined,
      wire: {
        action: 'BLEND',
        prompt: null,
        finalPrompt: '',
        description: `/blend ${pictures[0]?.name} ${count}`,
        aspect,
        botType: botTypeFor(version),
        parentId: null,
      },
    };
    return acceptedResponse(await placeOrders(parts, call, [order]), language);
  };
}
