/**
 * Prices in the editor and the price calculator: the fields that rules can depend
 * on, and the price of a request.
 */
import { matchingRule, quote, type PricedCard } from '@kinora/shared/billing/quote';
import { formatMicros, parseMicros } from '@kinora/shared/money';
import type { Tier } from '@kinora/shared/models/model-card';
import type {
  Conditions,
  ModelSheet,
  PriceBody,
  PriceRule,
  PriceUnit,
} from '../../data/operators/operator-queries.ts';

export type Value = string | number | boolean;

/** A field that a rule can depend on, with its possible values. */
export interface ConditionField {
  readonly name: string;
  readonly values: readonly Value[];
  readonly defaultValue?: Value | undefined;
}

const maxValues = 64;
const onePicture = ['upscale', 'describe', 'shorten', 'select'];

export function conditionFields(sheet: ModelSheet): ConditionField[] {
  const parameterFields = Object.entries(sheet.parameters.properties).flatMap(
    ([name, schema]): ConditionField[] => {
      const values =
        schema.enum ??
        (schema.type === 'boolean' ? [true, false] : schema.type === 'integer' ? wholeNumbers(schema) : []);
      const defaultValue = schema.default as Value | undefined;
      return values.length > 0 ? [{ name, values, defaultValue }] : [];
    },
  );
  const maxReferences = Object.values(sheet.references).reduce((sum, { max }) => sum + max, 0);
  const references =
    maxReferences > 0
      ? [{ name: 'references', values: wholeNumbers({ minimum: 0, maximum: maxReferences }) }]
      : [];
  if (sheet.kind === 'video') return [...parameterFields, ...references];
  return [
    {
      name: 'operation',
      values: [...sheet.operations, 'select'],
      defaultValue: sheet.operations.includes('grid') ? 'grid' : sheet.operations[0],
    },
    { name: 'size', values: ['small', 'usual', 'large', 'huge'], defaultValue: 'usual' },
    { name: 'quality', values: ['0.25', '0.5', '1', '2', '4'] },
    ...parameterFields,
    ...references,
  ];
}

function wholeNumbers({ minimum, maximum }: { minimum?: number; maximum?: number }): number[] {
  if (minimum === undefined || maximum === undefined || maximum - minimum >= maxValues) return [];
  return Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index);
}

/** The units that suit the model's results. */
export function suitableUnits({ operations }: ModelSheet): readonly PriceUnit[] {
  return operations.includes('clip') ? ['clip', 'second'] : ['image'];
}

export interface PriceRequest {
  readonly parameters: Conditions;
  readonly tier: Tier;
  readonly seconds: number;
  /** The group's factor; `1` has no effect. */
  readonly factor: string;
}

export interface CalculatedPrice {
  /** The index of the matching rule. */
  readonly rule: number;
  readonly quantity: number;
  readonly unitPrice: string;
  readonly amount: string;
}

/**
 * Computed by the function that charges. Returns undefined if no rule matches, the tier is not
 * offered, or an amount is invalid.
 */
export function calculatePrice(
  price: PriceBody,
  { parameters, tier, seconds, factor }: PriceRequest,
): CalculatedPrice | undefined {
  const card = toPricedCard(price);
  const pictures = onePicture.includes(String(parameters['operation'])) ? 1 : 4;
  try {
    const rule = matchingRule(card, parameters);
    if (!rule) return undefined;
    const sum = quote(card, { parameters, tier, seconds, pictures, factorMicros: parseMicros(factor) });
    return {
      rule: price.rules.indexOf(rule as PriceRule),
      quantity: sum.quantity,
      unitPrice: formatMicros(sum.unitPriceMicros),
      amount: formatMicros(sum.amountMicros),
    };
  } catch {
    return undefined;
  }
}

const exampleSeconds = 5;

/** An example request that the rule matches. */
export function priceExample(price: PriceBody, rule: PriceRule, tier: Tier): CalculatedPrice | undefined {
  const singleRulePrice = { ...price, rules: [rule] };
  const seconds = Number(rule.when?.['seconds'] ?? exampleSeconds);
  return calculatePrice(singleRulePrice, { parameters: rule.when ?? {}, tier, seconds, factor: '1' });
}

/** The parts of a model card that pricing needs. */
function toPricedCard({ unit, rules, tiers }: PriceBody): PricedCard {
  return { id: '', tiers, price: { unit, version: '', rules } };
}

export interface DraftRule {
  readonly key: number;
  readonly when: readonly { readonly name: string; readonly value: Value }[];
  readonly unitPrice: string;
}

export interface Draft {
  readonly unit: PriceUnit;
  readonly rules: readonly DraftRule[];
  readonly tiers: Readonly<Record<Tier, string>>;
}

export function toDraft({ unit, rules, tiers }: PriceBody): Draft {
  return {
    unit,
    rules: rules.map(({ when = {}, unitPrice }, key) => ({
      key,
      unitPrice,
      when: Object.entries(when).map(([name, value]) => ({ name, value })),
    })),
    tiers: { relax: tiers.relax ?? '', fast: tiers.fast ?? '', turbo: tiers.turbo ?? '' },
  };
}

export function toPriceBody({ unit, rules, tiers }: Draft): PriceBody {
  return {
    unit,
    rules: rules.map(({ when, unitPrice }) => ({
      ...(when.length > 0 && { when: Object.fromEntries(when.map(({ name, value }) => [name, value])) }),
      unitPrice,
    })),
    tiers: Object.fromEntries(Object.entries(tiers).filter(([, factor]) => factor !== '')),
  };
}

export function isAmount(text: string): boolean {
  return /^\d{1,7}(\.\d{1,6})?$/.test(text);
}

/** Every amount is valid, and one rule has no conditions. */
export function isWhole({ rules, tiers }: Draft): boolean {
  const factors = Object.values(tiers).filter(factor => factor !== '');
  return (
    rules.every(({ unitPrice }) => isAmount(unitPrice)) &&
    rules.some(({ when }) => when.length === 0) &&
    factors.length > 0 &&
    factors.every(isAmount)
  );
}
