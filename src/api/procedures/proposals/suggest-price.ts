/**
 * A first price for a model that is about to be added: above what its provider charges, or as
 * the cheapest model of its kind.
 */
import type { Catalogue } from '../../../core/catalogue/models/catalogue.ts';
import type { EngineInstance } from '../../../core/catalogue/engines/instances.ts';
import { kindNamed } from '../../../core/catalogue/engines/instance-input.ts';
import { formatMicros, parseMicros, type Micros } from '@kinora/shared/money';
import { askEngine } from '../engines/ask-engine.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';

export interface SuggestedPrice {
  readonly price: {
    readonly unit: 'image' | 'second';
    readonly rules: { readonly when?: Record<string, string>; readonly unitPrice: string }[];
    readonly tiers: { readonly fast: string };
  };
  /** The origin of the price, as a sentence. */
  readonly note: string;
}

interface AddedModel {
  readonly instance: EngineInstance;
  readonly upstream: string;
  readonly kind: 'image' | 'video';
}

/** The suggested price, in percent of what the provider charges. */
const markup = 125n;
/** The suggested price by unit, if there is no other model. */
const usualMicros = { image: 20_000n, second: 50_000n } as const;

/** Selecting a candidate costs nothing, because Kinora has the image. */
export async function suggestPrice(
  context: Pick<Context, 'catalogue' | 'currency' | 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  { kind, ...upstreamModel }: AddedModel,
): Promise<SuggestedPrice> {
  const unit = kind === 'image' ? 'image' : 'second';
  const { micros, note } =
    (await suggestAboveCost(context, { ...upstreamModel, unit })) ??
    suggestLikeOthers(context.catalogue, unit, context);
  const generalRule = { unitPrice: formatMicros(micros) };
  const rules =
    unit === 'image' ? [{ when: { operation: 'select' }, unitPrice: '0' }, generalRule] : [generalRule];
  return { price: { unit, rules, tiers: { fast: '1' } }, note };
}

interface Suggestion {
  readonly micros: Micros;
  readonly note: string;
}

/** Returns undefined if the provider publishes no price in this currency and unit. */
async function suggestAboveCost(
  context: Pick<Context, 'currency' | 'db' | 'engineKinds' | 'language' | 'log' | 'secretKeys'>,
  {
    instance,
    upstream,
    unit,
  }: Pick<AddedModel, 'instance' | 'upstream'> & { readonly unit: SuggestedPrice['price']['unit'] },
): Promise<Suggestion | undefined> {
  const kind = kindNamed(context.engineKinds, instance.kind);
  if (!kind.readPrices) return undefined;
  const answer = await askEngine(context, instance, async (access, signal) =>
    kind.readPrices?.(access, [upstream], signal),
  );
  const prices = 'result' in answer ? (answer.result ?? []) : [];
  const costs = prices
    .filter(price => price.unit === unit && price.currency === context.currency)
    .flatMap(({ amount }) => (/^\d{1,7}(\.\d{1,6})?$/.test(amount) ? [parseMicros(amount)] : []));
  if (costs.length === 0) return undefined;
  const cost = costs.reduce((highest, one) => (one > highest ? one : highest));
  const details = { cost: `${formatMicros(cost)} ${context.currency}`, percent: Number(markup - 100n) };
  return { micros: (cost * markup) / 100n, note: operateText('price_above_cost', details, context.language) };
}

function suggestLikeOthers(
  { all }: Catalogue,
  unit: SuggestedPrice['price']['unit'],
  { language }: Pick<Context, 'language'>,
): Suggestion {
  const unitPrices = all.flatMap(({ card }) => {
    const rule = card.price.unit === unit && card.price.rules.find(({ when }) => when === undefined);
    return rule ? [{ name: card.name, micros: parseMicros(rule.unitPrice) }] : [];
  });
  const [cheapest] = unitPrices
    .filter(({ micros }) => micros > 0n)
    .toSorted((a, b) => (a.micros < b.micros ? -1 : 1));
  if (!cheapest) return { micros: usualMicros[unit], note: operateText('price_of_none', {}, language) };
  const { micros, name } = cheapest;
  return { micros, note: operateText('price_as_other', { model: name }, language) };
}
