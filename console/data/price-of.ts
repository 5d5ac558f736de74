/** What a task would cost: by the function that also charges. Free of the browser. */
import { priceImage, type PricedJob } from '../../src/billing/price-image.ts';
import { quote, type Priced, type Quote } from '../../src/billing/quote.ts';
import { formatMicros, parseMicros } from '../../src/lib/money.ts';
import type { ModelCard, Tier } from '../../src/models/model-card.ts';
import type { Model } from './models.ts';
import type { Token } from './tokens.ts';

export interface Price {
  readonly unit: 'image' | 'clip' | 'second';
  readonly quantity: number;
  readonly unitPrice: string;
  readonly amount: string;
}

/** Undefined: the model has no such tier, or no price for it. */
export function priceOf(
  model: Model,
  token: Pick<Token, 'factor'>,
  priced: Omit<Priced, 'factorMicros'>,
): Price | undefined {
  try {
    return toPrice(quote(cardOf(model), { ...priced, factorMicros: parseMicros(token.factor) }));
  } catch {
    return undefined;
  }
}

/** Of a job of the image interface. Undefined: as with `priceOf`. */
export function imagePriceOf(
  model: Model,
  token: Pick<Token, 'factor'>,
  { tier, ...job }: PricedJob & { readonly tier: Tier },
): Price | undefined {
  try {
    return toPrice(priceImage(cardOf(model), job, { tier, factorMicros: parseMicros(token.factor) }));
  } catch {
    return undefined;
  }
}

function toPrice({ unit, quantity, unitPriceMicros, amountMicros }: Quote): Price {
  return { unit, quantity, unitPrice: formatMicros(unitPriceMicros), amount: formatMicros(amountMicros) };
}

/** As much of a card as its price needs. */
function cardOf({ id, tiers, price: { unit, version, rules } }: Model): ModelCard {
  const price = { unit, version, rules: rules.map(rule => ({ ...rule, unitPrice: rule.unit_price })) };
  return { id, tiers, price } as unknown as ModelCard;
}
