/**
 * LiteLLM's public cost map: what the models of providers cost that publish no prices themselves. In US
 * dollars. Facts: `model_prices_and_context_window.json` of BerriAI/litellm, November 2026.
 */
import { reasonText } from '@kinora/shared/errors/reason';
import { z } from 'zod';
import type { ListedModel } from '../../../engines/contract/kind/listed-model.ts';
import type { UpstreamPrice } from '../../../engines/contract/kind/upstream-price.ts';
import {
  amountsIn,
  perImageField,
  perSecondFields,
} from '../../../engines/adapter-kit/hosted/litellm-prices.ts';
import { SafeFetchError } from '../../../platform/lib/network/safe-fetch-error.ts';
import { tryParseJson } from '../../../platform/lib/text/try-parse-json.ts';
import { plainDecimal } from '../../../platform/lib/text/plain-decimal.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';

export type ListedPrice = Omit<UpstreamPrice, 'upstream'>;
/** The prices of a model, of which there may be several under different conditions. */
export type PriceList = (model: ListedModel) => readonly ListedPrice[];

/**
 * The map has about 3.5 MB, twice as much as three months before. Hosts of source
 * code serve it as plain text.
 */
const limits = {
  maxBytes: 16 * 1024 * 1024,
  timeoutMs: 15_000,
  types: ['application/json', 'text/plain', 'application/octet-stream'],
};

/** The map, or why it could not be read. Returns undefined if the operator has configured none. */
export async function readPriceList({
  get,
  priceListUrl,
  actor,
  language,
}: Pick<Context, 'get' | 'priceListUrl' | 'actor' | 'language'>): Promise<
  { readonly list: PriceList } | { readonly message: string } | undefined
> {
  if (priceListUrl === undefined) return undefined;
  const describeUnread = (reason: string) => ({
    message: operateText('price_list_unread', { reason }, language),
  });
  try {
    const { bytes } = await get(priceListUrl, { ...limits, accountId: actor.accountId });
    const list = parsePriceList(bytes);
    return list ? { list } : describeUnread(operateText('price_list_shape', {}, language));
  } catch (error) {
    if (error instanceof SafeFetchError) return describeUnread(reasonText(error.reason, language));
    throw error;
  }
}

/** An entry is checked by itself, so that an odd one does not hide the others. */
const listShape = z.record(z.string(), z.unknown());
const entryShape = z.looseObject({ litellm_provider: z.string(), mode: z.string() });
type Entry = z.output<typeof entryShape>;

/** Returns undefined if it is not the map. */
export function parsePriceList(bytes: Uint8Array): PriceList | undefined {
  const { data } = listShape.safeParse(tryParseJson(bytes));
  if (!data) return undefined;
  const entries = Object.entries(data).flatMap(([name, entry]) => {
    const parsed = entryShape.safeParse(entry);
    return parsed.success ? [{ name, entry: parsed.data }] : [];
  });
  return ({ provider, model }) => {
    const prices = entries
      .filter(({ entry }) => entry.litellm_provider === provider)
      .flatMap(({ name, entry }) => pricesIn(entry, nameIn(name, provider), model));
    // The map lists some models both with and without their provider.
    return [...new Map(prices.map(price => [JSON.stringify(price), price])).values()];
  };
}

interface EntryName {
  readonly model: string;
  /** A text such as `high/1024-x-1024`, if the entry is about one size or quality. */
  readonly variant: string | undefined;
  /** The number of pixels of an image of that price. */
  readonly pixels: number | undefined;
}

/**
 * Reads a name such as `[quality/]<width>-x-<height>/<model>`, or only the model, each perhaps after the
 * provider.
 */
function nameIn(name: string, provider: string): EntryName {
  const plainName = name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : name;
  const [, variant, width, height, model = plainName] =
    /^((?:[a-z]+\/)?(\d{1,5})-x-(\d{1,5}))\/(.+)$/.exec(plainName) ?? [];
  return { model, variant, pixels: variant ? Number(width) * Number(height) : undefined };
}

interface PriceField {
  readonly modes: readonly string[];
  readonly field: RegExp;
  readonly unit: UpstreamPrice['unit'];
  readonly isPerPixel?: true;
  /** It is the price of images that are sent if the entry has the price of tokens for the result. */
  readonly isInput?: true;
}

const images = ['image_generation', 'image_edit'];
const videos = ['video_generation'];

/**
 * The first line with a price counts: entries with a price of the result have that of the images in the
 * request beside it, and entries with a price per image repeat it per pixel.
 */
const priceFields: readonly PriceField[] = [
  { modes: images, field: perImageField, unit: 'image' },
  { modes: images, field: /^input_cost_per_image$/, unit: 'image', isInput: true },
  { modes: images, field: /^output_cost_per_pixel$/, unit: 'image', isPerPixel: true },
  { modes: images, field: /^input_cost_per_pixel$/, unit: 'image', isPerPixel: true, isInput: true },
  ...perSecondFields.map(field => ({ modes: videos, field, unit: 'second' as const })),
];

function pricesIn(entry: Entry, name: EntryName, model: string): readonly ListedPrice[] {
  if (name.model !== model) return [];
  const hasTokenPrice = 'output_cost_per_image_token' in entry;
  const fields = priceFields.filter(
    ({ modes, isInput = false }) => modes.includes(entry.mode) && !(isInput && hasTokenPrice),
  );
  return fields.map(field => listPrices(entry, name, field)).find(prices => prices.length > 0) ?? [];
}

/** A price of 0 means that the map does not know it. */
function listPrices(entry: Entry, { variant, pixels }: EntryName, field: PriceField): ListedPrice[] {
  const factor = field.isPerPixel ? pixels : 1;
  if (factor === undefined) return [];
  return amountsIn(entry, field.field).flatMap(({ amount: value, resolution }) => {
    if (!(value > 0)) return [];
    const condition = [variant, resolution].filter(Boolean).join(', ');
    const price = { unit: field.unit, amount: plainDecimal(value * factor), currency: 'USD' };
    return [{ ...price, ...(condition && { condition }) }];
  });
}
