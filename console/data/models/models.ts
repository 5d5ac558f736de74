/** The models that a token can use, and the price of a task, computed by the function that also charges. */
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Tier } from '@kinora/shared/models/model-card';
import type { RouteContract } from '../../../src/api/contract.ts';
import { callRoute, list, readProcedure } from '../api.ts';

/** A model as returned by `GET /v1/models`. */
export type Model = Omit<
  RouteContract['GET /v1/models']['answer']['data'][number],
  'object' | 'owned_by' | 'created' | 'supported_endpoint_types' | 'architecture'
>;

/** The JSON Schema of one parameter, limited to the keywords that model cards use. */
export type ParameterSchema = ModelFacts['parameters']['properties'][string];

/** The models that a token can use. */
export function modelsQuery(token: { readonly id: string } | undefined) {
  return queryOptions({
    queryKey: ['models of token', token?.id],
    queryFn: async () => {
      const headers = { 'kinora-token': token?.id ?? '' };
      return (await callRoute('GET /v1/models', { headers })).data.map(withOwnParameters);
    },
    enabled: token !== undefined,
    staleTime: 60_000,
  });
}

/**
 * The forms have dedicated fields for the parameters that all models share; this returns
 * the model's other parameters.
 */
function withOwnParameters(model: Model): Model {
  const sharedNames = [
    'model',
    'prompt',
    'size',
    'duration',
    'tier',
    'webhook_url',
    ...Object.keys(model.references),
  ];
  const parameterEntries = model.kind === 'image' ? [] : Object.entries(model.parameters.properties);
  const properties = Object.fromEntries(parameterEntries.filter(([name]) => !sharedNames.includes(name)));
  return { ...model, parameters: { properties } };
}

/** A model of the marketplace (`model list`), whether or not a token can use it. */
export type ModelFacts = Required<LineOf<'model list'>>;

export type ModelDetails = AnswerOf<'model show'>;

export const factsQuery = queryOptions({
  queryKey: ['model facts'],
  // With `whole`, every optional field is present.
  queryFn: () => list('model list', { whole: true }) as Promise<readonly ModelFacts[]>,
  staleTime: 60_000,
});

/** The covers of models that the operator added. */
export const coversQuery = queryOptions({
  queryKey: ['covers'],
  queryFn: () => list('model covers'),
  staleTime: 600_000,
});

export function detailsQuery(id: string) {
  return queryOptions({
    queryKey: ['model facts', id],
    queryFn: () => readProcedure('model show', { model: id }),
    staleTime: 60_000,
  });
}

/** Converts to the format of `GET /v1/models`, so that the model can be priced. */
export function toModel({
  rules,
  currency,
  price_version,
  versions,
  unit,
  prompt_syntax,
  ...facts
}: ModelFacts): Model {
  const { longest_seconds, ...rest } = facts;
  return {
    ...rest,
    ...(versions && { versions }),
    ...(prompt_syntax && { prompt_syntax }),
    ...(longest_seconds !== null && { longest_seconds }),
    price: {
      unit: unit.replace('/ ', '') as Model['price']['unit'],
      currency,
      version: price_version,
      rules: rules.map(({ when, unit_price }) => ({ ...(when && { when }), unit_price })),
    },
  };
}

export interface WaitQuery {
  readonly model: string | undefined;
  readonly action: string;
  readonly tier: Tier;
}

/**
 * Expected seconds from submit to result, the same figure wherever it is shown. Returns undefined if it is
 * unknown.
 */
export function useTypicalSeconds(): (query: WaitQuery) => number | undefined {
  const { data = [] } = useQuery(typicalSecondsQuery);
  return ({ model, action, tier }) =>
    data.find(({ id }) => id === model)?.usual_seconds_by_action[action]?.[tier];
}

const typicalSecondsQuery = queryOptions({
  queryKey: ['usual seconds'],
  queryFn: () => list('model list'),
  staleTime: 60_000,
});
