/** The models that a token can use, and what a task of them would cost: by the function that also charges. */
import { queryOptions } from '@tanstack/react-query';
import type { Tier } from '../../src/models/model-card.ts';
import { ask, list, tell } from './api.ts';
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

/** A model as the marketplace tells it (`model list`), whoever may use it. */
export interface ModelFacts
  extends Pick<
    Model,
    'id' | 'name' | 'kind' | 'group' | 'operations' | 'tiers' | 'parameters' | 'references'
  > {
  readonly says: string;
  /** `/ second`. */
  readonly unit: string;
  readonly from: string;
  readonly currency: string;
  readonly rules: readonly {
    readonly when: Readonly<Record<string, string | number | boolean>> | null;
    readonly unit_price: string;
  }[];
  readonly price_version: string;
  readonly versions: readonly string[] | null;
  readonly longest_seconds: number | null;
  readonly requests_last_week: number;
  /** Of the last week; null: nothing ended. */
  readonly success_share: number | null;
  readonly median_seconds: number | null;
}

export interface ModelDetails extends ModelFacts {
  /** Whose tokens can use it, of those open to the account. */
  readonly groups: readonly { readonly name: string; readonly factor: string }[];
  readonly requests: { readonly curl: string; readonly javascript: string; readonly python: string };
}

export const factsQuery = queryOptions({
  queryKey: ['model facts'],
  queryFn: () => list<ModelFacts>('model list', { whole: true }),
  staleTime: 60_000,
});

export function detailsQuery(id: string) {
  return queryOptions({
    queryKey: ['model facts', id],
    queryFn: () => tell<ModelDetails>('model show', { model: id }),
    staleTime: 60_000,
  });
}

/** As the interfaces tell it, so that it can be priced. */
export function modelOf({
  says,
  rules,
  currency,
  price_version,
  versions,
  unit,
  ...facts
}: ModelFacts): Model {
  const { longest_seconds, ...rest } = facts;
  return {
    ...rest,
    description: says,
    ...(versions && { versions }),
    ...(longest_seconds !== null && { longest_seconds }),
    price: {
      unit: unit.replace('/ ', '') as Model['price']['unit'],
      currency,
      version: price_version,
      rules: rules.map(({ when, unit_price }) => ({ ...(when && { when }), unit_price })),
    },
  };
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
