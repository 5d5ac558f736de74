/** The price of a task and how it is computed, by the function that also charges. */
import {
  matchingRule,
  priceImage,
  quote,
  type QuoteInput,
  type PricedCard,
  type PricedJob,
  type Quote,
} from '@kinora/shared/billing/quote';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import type { Tier } from '@kinora/shared/models/model-card';
import type { Model } from './models.ts';

export interface Price {
  readonly unit: 'image' | 'clip' | 'second';
  readonly quantity: number;
  /** The price of one unit as a decimal string, including the factor of the tier. */
  readonly unitPrice: string;
  readonly amount: string;
}

/** Its prices are those of the account that pays. */
type PricedModel = Pick<Model, 'id' | 'tiers' | 'price'>;
type PriceRequest = Omit<QuoteInput, 'factorMicros'>;

/** Returns undefined if the model does not have the tier, or has no price for it. */
export function quotePrice(model: PricedModel, request: PriceRequest): Price | undefined {
  try {
    return toPrice(quote(toPricedCard(model), request));
  } catch {
    return undefined;
  }
}

/** Returns the price of a job of the image interface, or undefined in the same cases as `quotePrice`. */
export function quoteImagePrice(
  model: PricedModel,
  { tier, ...job }: PricedJob & { readonly tier: Tier },
): Price | undefined {
  try {
    return toPrice(priceImage(toPricedCard(model), job, { tier }));
  } catch {
    return undefined;
  }
}

export type Conditions = Readonly<Record<string, unknown>>;

export interface PriceDetails extends Price {
  /** The matching rule and the model's unconditional price. Undefined if the unconditional price applies. */
  readonly rule:
    | { readonly when: Conditions; readonly unitPrice: string; readonly plain: string }
    | undefined;
  /** A decimal string; `1` has no effect. */
  readonly tierFactor: string;
  /** The price does not depend on the duration. */
  readonly isFlat: boolean;
}

/** The price with its parts, for display. */
export function quotePriceDetails(model: PricedModel, request: PriceRequest): PriceDetails | undefined {
  const price = quotePrice(model, request);
  if (!price) return undefined;
  const card = toPricedCard(model);
  const rule = matchingRule(card, request.parameters);
  const generalPrice = card.price.rules.find(({ when }) => when === undefined)?.unitPrice;
  const isPlain = !rule?.when || generalPrice === undefined;
  return {
    ...price,
    rule: isPlain ? undefined : { when: rule.when ?? {}, unitPrice: rule.unitPrice, plain: generalPrice },
    tierFactor: model.tiers[request.tier] ?? '1',
    isFlat: price.unit === 'clip' && card.price.rules.every(({ when }) => !('seconds' in (when ?? {}))),
  };
}

/** Whether a factor changes the price. */
export function isNeutralFactor(factor: string): boolean {
  return parseMicros(factor) === 1_000_000n;
}

/** Returns the balance after paying, or null if the balance is not sufficient. */
export function balanceAfter(available: string, amount: string): string | null {
  const remainingMicros = parseMicros(available) - parseMicros(amount);
  return remainingMicros < 0n ? null : formatMicros(remainingMicros);
}

function toPrice({ unit, quantity, unitPriceMicros, amountMicros }: Quote): Price {
  return { unit, quantity, unitPrice: formatMicros(unitPriceMicros), amount: formatMicros(amountMicros) };
}

/** The parts of a model card that pricing needs. */
function toPricedCard({ id, tiers, price: { unit, version, rules } }: PricedModel): PricedCard {
  const price = { unit, version, rules: rules.map(rule => ({ ...rule, unitPrice: rule.unit_price })) };
  return { id, tiers, price };
}
