/** The models that a token can use, and what a task of them would cost: by the function that also charges. */
import { queryOptions } from '@tanstack/react-query';
import { quote, type Priced, type Quote } from '../../src/billing/quote.ts';
import { formatMicros, parseMicros } from '../../src/lib/money.ts';
import type { ModelCard, Tier } from '../../src/models/model-card.ts';
import { ask } from './api.ts';
import type { Token } from './tokens.ts';

/** A model as `GET /v1/models` tells it. */
export interface Model {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly kind: 'image' | 'video';
  readonly group: string;
  readonly operations: readonly string[];
  readonly versions?: readonly string[];
  readonly longest_seconds?: number;
  readonly tiers: Readonly<Partial<Record<Tier, string>>>;
  readonly price: {
    readonly unit: 'image' | 'clip' | 'second';
    readonly currency: string;
    readonly version: string;
    readonly rules: readonly {
      readonly when?: Readonly<Record<string, string | number | boolean>>;
      readonly unit_price: string;
    }[];
  };
  readonly parameters: { readonly properties: Readonly<Record<string, ParameterSchema>> };
  readonly references: Readonly<Record<string, { readonly max: number; readonly required: boolean }>>;
}

/** JSON Schema of one parameter, as far as model cards use it. */
export interface ParameterSchema {
  readonly type?: 'string' | 'integer' | 'number' | 'boolean';
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly maxLength?: number;
  readonly default?: unknown;
}

/** What a token can use. */
export function modelsQuery(token: Token | undefined) {
  return queryOptions({
    queryKey: ['models of token', token?.id],
    queryFn: async () =>
      (await ask<{ data: Model[] }>('GET', '/v1/models', { headers: { 'kinora-token': token?.id ?? '' } }))
        .data,
    enabled: token !== undefined,
    staleTime: 60_000,
  });
}

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

function toPrice({ unit, quantity, unitPriceMicros, amountMicros }: Quote): Price {
  return { unit, quantity, unitPrice: formatMicros(unitPriceMicros), amount: formatMicros(amountMicros) };
}

/** As much of a card as its price needs. */
function cardOf({ id, tiers, price: { unit, version, rules } }: Model): ModelCard {
  const price = { unit, version, rules: rules.map(rule => ({ ...rule, unitPrice: rule.unit_price })) };
  return { id, tiers, price } as unknown as ModelCard;
}
