/** POST /mj/submit/imagine: creates one grid or several from a prompt with inline parameters. */
import { problemDetails } from '@kinora/shared/prompt/problem-details';
import { AppError } from '@kinora/shared/errors/errors';
import type { Call } from '../../http/route.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { newSeed } from '../../../platform/lib/id.ts';
import type { Tier } from '@kinora/shared/models/model-card';
import { normalizePrompt } from '@kinora/shared/prompt/parse-prompt';
import type { ParsedPrompt } from '@kinora/shared/prompt/parsed-prompt';
import { expandPrompt } from '@kinora/shared/prompt/permutations';
import { candidateSize } from '@kinora/shared/prompt/picture-size';
import { tasksAtOnce } from '@kinora/shared/prompt/tasks-at-once';
import type { ImagineBody } from '../wire/bodies.ts';
import { clipOrder } from '../order/clip-order.ts';
import {
  promptAddresses,
  botTypeFor,
  engineParameters,
  readAs,
  readPrompt,
  rejectLongPrompt,
  type Order,
} from '../order/order.ts';
import { chooseDefaultVersion, placeOrders, tierFor, type OrderCall } from '../order/place-order.ts';
import { promptUse } from '../order/prompt-use.ts';
import { acceptedResponse } from '../wire/submit-response.ts';
import { editSize } from './submit-edit.ts';
import { takeInputs, type IngestedInputs, type PicturesByAddress } from '../order/take-inputs.ts';

export function submitImagine(parts: SubmitDependencies) {
  return async (call: Call<ImagineBody>) => {
    const picturesByAddress: PicturesByAddress = new Map();
    const text = await withAddresses(parts, call, picturesByAddress);
    const version = chooseDefaultVersion(parts, call.token, call.body);
    const orders = await imagineOrders(parts, call, { text, version, picturesByAddress });
    return acceptedResponse(await placeOrders(parts, call, orders), call.language);
  };
}

/**
 * Puts the addresses of uploaded pictures into the prompt: those of `base64Array` at the
 * beginning, then `withoutDataUrls`.
 */
async function withAddresses(
  parts: SubmitDependencies,
  call: Call<ImagineBody>,
  picturesByAddress: PicturesByAddress,
): Promise<string> {
  const { body } = call;
  rejectLongPrompt(body.prompt);
  const sources = [...(body.base64Array ?? []), ...(body.base64 ? [body.base64] : [])];
  const take = openUpload(parts, call, picturesByAddress);
  const fronts = await Promise.all(sources.map((source, index) => take(source, `base64Array.${index}`)));
  const words = await withoutDataUrls(parts, call, { text: body.prompt, picturesByAddress });
  const model = body.model ? [`--model ${body.model}`] : [];
  return [...fronts, words, ...model].join(' ').trim();
}

/**
 * Puts the addresses of uploaded pictures in place of the data URLs of a prompt, which therefore stays short
 * enough to be shown. Throws what `rejectLongPrompt` throws, or AppError `picture_invalid`.
 */
export async function withoutDataUrls(
  parts: SubmitDependencies,
  call: OrderCall,
  { text, picturesByAddress }: { readonly text: string; readonly picturesByAddress: PicturesByAddress },
): Promise<string> {
  rejectLongPrompt(text);
  const take = openUpload(parts, call, picturesByAddress);
  const words: string[] = [];
  for (const word of text.trim().split(/(\s+)/))
    words.push(/^data:image\//i.test(word) ? await take(word, 'prompt') : word);
  return words.join('').trim();
}

/** Takes a picture and returns its future address. */
function openUpload(
  { pictures }: SubmitDependencies,
  { token, baseUrl }: OrderCall,
  picturesByAddress: PicturesByAddress,
) {
  return async (source: string, param: string): Promise<string> => {
    const picture = await pictures.ingest(source, { param, token });
    const address = `${baseUrl}/media/${picture.name}`;
    picturesByAddress.set(address, Promise.resolve(picture));
    return address;
  };
}

export interface ImagineRequest {
  readonly text: string;
  /** The version of a text that names none. */
  readonly version: string;
  /** The tier of a text that names none. Undefined means the token's. */
  readonly tier?: Tier;
  /** Pictures of the request, by their address in the text. */
  readonly picturesByAddress?: PicturesByAddress;
}

/** Creates one order for each permutation and repetition of a prompt. Stores nothing. Throws AppError. */
export async function imagineOrders(
  parts: SubmitDependencies,
  call: OrderCall,
  { text, version, tier, picturesByAddress = new Map() }: ImagineRequest,
): Promise<Order[]> {
  const use = promptUse(parts, call.token, { text, version });
  const expansion = expandPrompt(text, use);
  if (!expansion.ok) throw new AppError(expansion.problem.code, problemDetails(expansion.problem.details));
  const readings = expansion.prompts.map(words => ({ words, prompt: readPrompt(words, version, use) }));
  rejectTooMany(readings, call, tier);
  const orders: Order[] = [];
  for (const { words, prompt } of readings) {
    const { token } = call;
    const inputs = await takeInputs(parts, { addresses: promptAddresses(prompt), picturesByAddress, token });
    for (let turn = 0; turn < prompt.repeat; turn++) {
      const seededPrompt = withSeed(prompt, turn);
      const order = seededPrompt.video
        ? await clipOrder(parts, { prompt: seededPrompt, text: words, inputs, picturesByAddress, token })
        : gridOrder(seededPrompt, words, inputs);
      orders.push({ ...order, tier: prompt.tier ?? tier });
    }
  }
  return orders;
}

/** Each repetition has its own seed. Given a seed, they count up from it. */
function withSeed(prompt: ParsedPrompt, turn: number): ParsedPrompt {
  return prompt.seed === undefined ? prompt : { ...prompt, seed: (prompt.seed + turn) % 2 ** 32 };
}

function rejectTooMany(
  readings: readonly { prompt: ParsedPrompt }[],
  call: OrderCall,
  defaultTier: Tier | undefined,
): void {
  const counts = { relax: 0, fast: 0, turbo: 0 };
  for (const { prompt } of readings) counts[tierFor(call, prompt.tier ?? defaultTier)] += prompt.repeat;
  for (const tier of ['relax', 'fast', 'turbo'] as const) {
    const [count, limit] = [counts[tier], tasksAtOnce[tier]];
    if (count > limit) throw new AppError('tasks_too_many', { count, tier, limit });
  }
}

function gridOrder(prompt: ParsedPrompt, text: string, { inputs, pictures }: IngestedInputs): Order {
  const picture = inputs.find(({ role }) => role === 'picture');
  const size =
    picture && !prompt.hasAspect ? editSize(picture) : candidateSize(prompt.version, prompt.aspect, prompt);
  return {
    job: {
      ...engineParameters(prompt),
      kind: picture ? 'edit' : 'grid',
      prompt: prompt.text,
      seed: prompt.seed ?? newSeed(),
      ...size,
      ...(inputs.length > 0 && { inputs }),
    },
    pictures,
    model: prompt.model,
    tier: prompt.tier,
    wire: {
      action: 'IMAGINE',
      prompt: text,
      finalPrompt: normalizePrompt(prompt),
      ...readAs(prompt),
      description: `/imagine ${text}`,
      aspect: prompt.aspect,
      botType: botTypeFor(prompt.version),
      parentId: null,
    },
  };
}
