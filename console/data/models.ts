/** The models that a token can use, and what a task of them would cost: by the function that also charges. */
import { queryOptions } from '@tanstack/react-query';
import type { Tier } from '../../src/models/model-card.ts';
import { ask, list } from './api.ts';
import type { Token } from './tokens.ts';

export { imagePriceOf, priceOf, type Price } from './price-of.ts';

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

/** From submit to end, of the last days: by model id, then by tier. */
export const usualSecondsQuery = queryOptions({
  queryKey: ['usual seconds'],
  queryFn: async () => {
    const models = await list<{ id: string; usual_seconds: Partial<Record<Tier, number>> }>('model list');
    return new Map(models.map(({ id, usual_seconds: seconds }) => [id, seconds]));
  },
  staleTime: 60_000,
});
