/** POST /mj/submit/imagine: a prompt with inline parameters -> a grid of four candidates, or several. */
import type { Call } from '../route.ts';
import type { SubmitParts } from '../submit.ts';
import type { ImagineBody } from './bodies.ts';
import { imagineOrders } from './imagine-orders.ts';
import { defaultVersionOf, placeOrders } from './place-order.ts';
import { acceptedAnswer } from './submit-answer.ts';
import type { TakenPictures } from './take-inputs.ts';

export function submitImagine(parts: SubmitParts) {
  return async (call: Call<ImagineBody>) => {
    const taken: TakenPictures = new Map();
    const text = await withAddresses(parts, call, taken);
    const version = defaultVersionOf(parts, call.body);
    const orders = await imagineOrders(parts, call, { text, version, taken });
    return acceptedAnswer(await placeOrders(parts, call, orders), call.language);
  };
}

/**
 * The prompt with the addresses of what came along, as if the client had put them there: of pictures beside it, in front;
 * of data URLs in it, in their place. So it stays short enough to be shown.
 */
async function withAddresses(
  { pictures }: SubmitParts,
  { body, token, baseUrl }: Call<ImagineBody>,
  taken: TakenPictures,
): Promise<string> {
  const take = async (source: string, param: string): Promise<string> => {
    const picture = await pictures.take(source, { param, accountId: token.accountId });
    const address = `${baseUrl}/media/${picture.name}`;
    taken.set(address, Promise.resolve(picture));
    return address;
  };
  const sent = [...(body.base64Array ?? []), ...(body.base64 ? [body.base64] : [])];
  const fronts = await Promise.all(sent.map((source, index) => take(source, `base64Array.${index}`)));
  const words: string[] = [];
  for (const word of body.prompt.trim().split(/(\s+)/))
    words.push(/^data:image\//i.test(word) ? await take(word, 'prompt') : word);
  return [...fronts, words.join('')].join(' ').trim();
}
