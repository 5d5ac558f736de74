/**
 * The prices of clips, as OpenRouter lists them in `pricing_skus` of each video model: an amount by the name
 * of what it is charged for. Its documents describe the names only as "pricing SKUs with provider prefix
 * stripped", so the forms below are those in its list in October 2026.
 */
import { maxListBytes } from '../../adapter-kit/http/answer-limits.ts';
import { z } from 'zod';
import type { UpstreamPrice } from '../../contract/kind/upstream-price.ts';
import { type HttpClient, readJson } from '../../adapter-kit/http/http-client.ts';
import { stepFailure } from '../../adapter-kit/http/http-failures.ts';

const modelList = z.object({
  data: z.array(
    z.looseObject({
      id: z.string(),
      // Amounts are texts. The caller checks them, so that one odd price does not hide the others.
      pricing_skus: z.record(z.string(), z.unknown().transform(String)).nullish().catch(null),
    }),
  ),
});

export async function readClipPrices(
  upstreams: readonly string[],
  client: HttpClient,
  signal: AbortSignal,
): Promise<UpstreamPrice[]> {
  const answer = await client.send({ path: '/videos/models', signal, maxBytes: maxListBytes });
  if (!answer.isOk) throw stepFailure(answer, client);
  return readJson(answer, modelList)
    .data.filter(({ id }) => upstreams.includes(id))
    .flatMap(({ id, pricing_skus: skus }) =>
      clipPrices(skus ?? {}).map(price => ({ upstream: id, ...price })),
    );
}

/**
 * What a second of a clip costs. Around each, the name may say for which clips:
 * `image_to_video_duration_seconds_720p`.
 */
const perSecond: readonly { readonly name: string; readonly isInCents: boolean }[] = [
  { name: 'duration_seconds', isInCents: false },
  { name: 'per_video_second', isInCents: false },
  { name: 'cents_per_second_output', isInCents: true },
  { name: 'cents_per_video_output_second', isInCents: true },
];

/**
 * What may be around a name, and nothing else: a name with other words is for
 * something that is not known here.
 */
const qualifiers: readonly { readonly name: RegExp; readonly meaning: string }[] = [
  { name: /text_to_video/, meaning: 'from text' },
  { name: /image_to_video/, meaning: 'from an image' },
  { name: /reference/, meaning: 'with references' },
  { name: /\d+[pk]/, meaning: '$&' },
  { name: /with_audio/, meaning: 'with sound' },
  { name: /without_audio/, meaning: 'without sound' },
];

/** What is charged in addition to the price per second. */
const extras: Readonly<Record<string, string>> = {
  minimum_cents_per_generation: 'has a minimum per clip',
  cents_per_image_input: 'plus input images',
  reference_images: 'plus reference images',
};

/**
 * Prices by tokens and by megapixels are left out, because the cost of a second then depends on the job. So
 * are those of work that Kinora does not ask for, such as the continuation of a clip.
 */
export function clipPrices(skus: Readonly<Record<string, string>>): Omit<UpstreamPrice, 'upstream'>[] {
  const names = Object.keys(skus);
  const extraConditions = Object.entries(extras).flatMap(([name, meaning]) =>
    names.includes(name) ? [meaning] : [],
  );
  return Object.entries(skus).flatMap(([sku, amount]) => {
    const skuPrice = perSecondPrice(sku.toLowerCase().replaceAll('-', '_'));
    if (!skuPrice) return [];
    const condition = [...skuPrice.conditions, ...extraConditions].join(', ');
    const price = { amount: skuPrice.isInCents ? inDollars(amount) : amount, currency: 'USD' };
    return [{ unit: 'second' as const, ...price, ...(condition && { condition }) }];
  });
}

function perSecondPrice(sku: string) {
  for (const { name, isInCents } of perSecond) {
    const [before, after, ...more] = `_${sku}_`.split(`_${name}_`);
    if (before === undefined || after === undefined || more.length > 0) continue;
    const conditions = conditionsIn(`${before}_${after}`);
    if (conditions) return { isInCents, conditions };
  }
  return undefined;
}

/** Returns undefined if it has words that are not known. */
function conditionsIn(words: string): readonly string[] | undefined {
  let rest = words;
  const conditions: string[] = [];
  for (const { name, meaning } of qualifiers) {
    const [qualifierText] = new RegExp(`(?<=^|_)(?:${name.source})(?=_|$)`).exec(rest) ?? [];
    if (qualifierText === undefined) continue;
    conditions.push(meaning.replace('$&', qualifierText));
    rest = rest.replace(qualifierText, '');
  }
  return /^_*$/.test(rest) ? conditions : undefined;
}

/** Exactly, by moving the point. A text that is no plain decimal number is passed on as it is. */
function inDollars(cents: string): string {
  const [, integerPart, places = ''] = /^(\d+)(?:\.(\d+))?$/.exec(cents) ?? [];
  if (integerPart === undefined) return cents;
  const digits = integerPart.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${places}`;
}
