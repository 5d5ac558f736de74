/** A prompt for new pictures -> an order per permutation and repetition. */
import { AppError } from '../../errors.ts';
import { newSeed } from '../../lib/id.ts';
import type { Tier } from '../../models/model-card.ts';
import { normalisePrompt } from '../../prompt/parse-prompt.ts';
import type { ParsedPrompt } from '../../prompt/parsed-prompt.ts';
import { expandPrompt } from '../../prompt/permutations.ts';
import { candidateSize } from '../../prompt/picture-size.ts';
import { tasksAtOnce } from '../../prompt/tasks-at-once.ts';
import type { SubmitParts } from '../submit.ts';
import { clipOrder } from './clip-order.ts';
import { addressesOf, botTypeOf, dialsOf, readPrompt, type Order } from './order.ts';
import { tierFor, type OrderCall } from './place-order.ts';
import { editSize } from './submit-edit.ts';
import { takeInputs, type TakenInputs, type TakenPictures } from './take-inputs.ts';

export interface Imagined {
  readonly text: string;
  /** Of a text that names none. */
  readonly version: string;
  /** Of a text that names none; undefined: the token's. */
  readonly tier?: Tier;
  /** Pictures that came with the request, by the address that stands in the text. */
  readonly taken?: TakenPictures;
}

/** Throws AppError; nothing is stored yet. */
export async function imagineOrders(
  parts: SubmitParts,
  call: OrderCall,
  { text, version, tier, taken = new Map() }: Imagined,
): Promise<Order[]> {
  const expanded = expandPrompt(text);
  if (!expanded.ok) throw new AppError(expanded.problem.code, expanded.problem.details);
  const readings = expanded.prompts.map(words => ({ words, prompt: readPrompt(words, version) }));
  refuseTooMany(readings, call, tier);
  const orders: Order[] = [];
  for (const { words, prompt } of readings) {
    const { accountId } = call.token;
    const taking = { addresses: addressesOf(prompt), taken, accountId };
    const inputs = await takeInputs(parts, taking);
    for (let turn = 0; turn < prompt.repeat; turn++) {
      const rolled = rollOf(prompt, turn);
      const order = rolled.video
        ? await clipOrder(parts, { prompt: rolled, text: words, inputs, taken, accountId })
        : gridOrder(rolled, words, inputs);
      orders.push({ ...order, tier: prompt.tier ?? tier });
    }
  }
  return orders;
}

/** Each repetition has dice of its own; from a seed that is given they count up. */
function rollOf(prompt: ParsedPrompt, turn: number): ParsedPrompt {
  return prompt.seed === undefined ? prompt : { ...prompt, seed: (prompt.seed + turn) % 2 ** 32 };
}

function refuseTooMany(
  readings: readonly { prompt: ParsedPrompt }[],
  call: OrderCall,
  otherwise: Tier | undefined,
): void {
  const counts = { relax: 0, fast: 0, turbo: 0 };
  for (const { prompt } of readings) counts[tierFor(call, prompt.tier ?? otherwise)] += prompt.repeat;
  for (const tier of ['relax', 'fast', 'turbo'] as const) {
    const [count, limit] = [counts[tier], tasksAtOnce[tier]];
    if (count > limit) throw new AppError('tasks_too_many', { count, tier, limit });
  }
}

function gridOrder(prompt: ParsedPrompt, text: string, { inputs, pictures }: TakenInputs): Order {
  const edited = inputs.find(({ role }) => role === 'picture');
  const size =
    edited && !prompt.hasAspect ? editSize(edited) : candidateSize(prompt.version, prompt.aspect, prompt);
  return {
    job: {
      ...dialsOf(prompt),
      kind: edited ? 'edit' : 'grid',
      prompt: prompt.text,
      seed: prompt.seed ?? newSeed(),
      ...size,
      ...(inputs.length > 0 && { inputs }),
    },
    pictures,
    tier: prompt.tier,
    wire: {
      action: 'IMAGINE',
      prompt: text,
      finalPrompt: normalisePrompt(prompt),
      description: `/imagine ${text}`,
      aspect: prompt.aspect,
      botType: botTypeOf(prompt.version),
      parentId: null,
    },
  };
}
