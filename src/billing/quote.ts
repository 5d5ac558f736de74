/** The one function that says what a task costs. What it says is what is held, and what is charged. */
import { AppError } from '../errors.ts';
import { parseMicros, type Micros } from '../lib/money.ts';
import type { ModelCard, PriceUnit, Tier } from '../models/model-card.ts';

export interface Quote {
  readonly unit: PriceUnit;
  /** How many units: seconds, clips or pictures. */
  readonly quantity: number;
  /** Per unit, the factors of tier and group included. */
  readonly unitPriceMicros: Micros;
  /** unitPriceMicros x quantity, exactly. */
  readonly amountMicros: Micros;
  /** Which version of the card's prices was used. */
  readonly priceVersion: string;
  /** What it was computed from. */
  readonly priced: Priced;
}

export interface Priced {
  /** What price rules can be keyed on: the parameters, and `operation` (a JobKind, or `select` for a candidate as it is). */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly tier: Tier;
  readonly seconds?: number;
  readonly pictures?: number;
  /** Candidates of a clip; absent: one. */
  readonly clips?: number;
  /** Of the group, on every price, in millionths; absent: 1. */
  readonly factorMicros?: Micros;
}

const factorScale = 1_000_000n;

/** Throws AppError `field_invalid` for a tier that the card does not offer. That a rule matches is checked in `quote.test.ts`. */
export function quote(card: ModelCard, priced: Priced): Quote {
  const rule = matchingRule(card, priced.parameters);
  const factor = card.tiers[priced.tier];
  if (factor === undefined) {
    const offered = Object.keys(card.tiers).join(', ');
    throw new AppError('field_invalid', { param: 'tier', reason: `${card.id} offers ${offered}.` });
  }
  if (!rule) throw new Error(`The card ${card.id} has no price for ${JSON.stringify(priced)}`);
  const { factorMicros = factorScale } = priced;
  const scaled = parseMicros(rule.unitPrice) * parseMicros(factor) * factorMicros;
  const quantity = quantityOf(card.price.unit, priced);
  // Half a millionth is rounded up.
  const unitPriceMicros = (scaled + factorScale ** 2n / 2n) / factorScale ** 2n;
  return {
    unit: card.price.unit,
    quantity,
    unitPriceMicros,
    amountMicros: unitPriceMicros * BigInt(quantity),
    priceVersion: card.price.version,
    priced,
  };
}

/** The rule with most conditions among those that match; the later one of equals. */
export function matchingRule(card: Pick<ModelCard, 'price'>, parameters: Readonly<Record<string, unknown>>) {
  return card.price.rules
    .filter(rule => Object.entries(rule.when ?? {}).every(([name, value]) => parameters[name] === value))
    .reduce<(typeof card.price.rules)[number] | undefined>(
      (best, rule) => (conditions(rule) >= conditions(best) ? rule : best),
      undefined,
    );
}

function conditions(rule: { when?: object | undefined } | undefined): number {
  return rule ? Object.keys(rule.when ?? {}).length : -1;
}

export function quantityOf(unit: PriceUnit, { seconds, pictures, clips = 1 }: Priced): number {
  const quantity = unit === 'clip' ? clips : unit === 'second' ? seconds && seconds * clips : pictures;
  if (quantity === undefined || !Number.isInteger(quantity) || quantity < 1)
    throw new Error(`Not a quantity of ${unit}: ${quantity}`);
  return quantity;
}
