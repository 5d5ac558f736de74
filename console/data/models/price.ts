/** What a task of a model would cost, and how that comes about: by the function that also charges. */
import {
  matchingRule,
  priceImage,
  quote,
  type Priced,
  type PricedCard,
  type PricedJob,
  type Quote,
} from '../../../src/billing/quote.ts';
import { formatMicros, parseMicros } from '../../../src/lib/money.ts';
import type { Tier } from '../../../src/models/model-card.ts';
import type { Model } from './models.ts';

export interface Price {
  readonly unit: 'image' | 'clip' | 'second';
  readonly quantity: number;
  /** The factors of tier and group included. */
  readonly unitPrice: string;
  readonly amount: string;
}

type PricedModel = Pick<Model, 'id' | 'tiers' | 'price'>;
type Asked = Omit<Priced, 'factorMicros'>;

/** Undefined: the model has no such tier, or no price for it. */
export function priceOf(
  model: PricedModel,
  token: { readonly factor: string },
  priced: Asked,
): Price | undefined {
  try {
    return toPrice(quote(cardOf(model), { ...priced, factorMicros: parseMicros(token.factor) }));
  } catch {
    return undefined;
  }
}

/** Of a job of the image interface. Undefined: as with `priceOf`. */
export function imagePriceOf(
  model: PricedModel,
  token: { readonly factor: string },
  { tier, ...job }: PricedJob & { readonly tier: Tier },
): Price | undefined {
  try {
    return toPrice(priceImage(cardOf(model), job, { tier, factorMicros: parseMicros(token.factor) }));
  } catch {
    return undefined;
  }
}

export type Conditions = Readonly<Record<string, unknown>>;

export interface PriceParts extends Price {
  /** What made it another price than the model's plain one; undefined: nothing did. */
  readonly rule:
    | { readonly when: Conditions; readonly unitPrice: string; readonly plain: string }
    | undefined;
  /** Decimal texts; `1` changes nothing. */
  readonly tierFactor: string;
  readonly groupFactor: string;
  /** However long the clip is. */
  readonly isFlat: boolean;
}

/** The same with what it is made of, for a sum that a person can follow. */
export function pricePartsOf(
  model: PricedModel,
  token: { readonly factor: string },
  priced: Asked,
): PriceParts | undefined {
  const price = priceOf(model, token, priced);
  if (!price) return undefined;
  const card = cardOf(model);
  const rule = matchingRule(card, priced.parameters);
  const plain = card.price.rules.find(({ when }) => when === undefined)?.unitPrice;
  const isPlain = !rule?.when || plain === undefined;
  return {
    ...price,
    rule: isPlain ? undefined : { when: rule.when ?? {}, unitPrice: rule.unitPrice, plain },
    tierFactor: model.tiers[priced.tier] ?? '1',
    groupFactor: token.factor,
    isFlat: price.unit === 'clip' && card.price.rules.every(({ when }) => !('seconds' in (when ?? {}))),
  };
}

/** Of factors: whether it changes anything. */
export function isOne(factor: string): boolean {
  return parseMicros(factor) === 1_000_000n;
}

/** What is left of a balance; null: it does not suffice. */
export function balanceAfter(available: string, amount: string): string | null {
  const left = parseMicros(available) - parseMicros(amount);
  return left < 0n ? null : formatMicros(left);
}

function toPrice({ unit, quantity, unitPriceMicros, amountMicros }: Quote): Price {
  return { unit, quantity, unitPrice: formatMicros(unitPriceMicros), amount: formatMicros(amountMicros) };
}

/** As much of a card as its price needs. */
function cardOf({ id, tiers, price: { unit, version, rules } }: PricedModel): PricedCard {
  const price = { unit, version, rules: rules.map(rule => ({ ...rule, unitPrice: rule.unit_price })) };
  return { id, tiers, price };
}
