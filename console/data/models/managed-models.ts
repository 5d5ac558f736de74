/** What operators manage: models, also those that no engine runs, and their routes to engines. */
import { queryOptions } from '@tanstack/react-query';
import type { LineOf } from '../../../src/api/procedures/table/contract.ts';
import { list } from '../api.ts';
import type { ModelDetails, ModelFacts } from './models.ts';

export type Route = LineOf<'route list'>;

/** A model with the data that only operators see. */
export type ManagedModel = ModelDetails & { readonly management: NonNullable<ModelDetails['management']> };

export function isManaged(model: ModelDetails): model is ManagedModel {
  return model.management !== undefined;
}

/** Reads all models with their management data. The server rejects it for other users than operators. */
export const allModelsQuery = queryOptions({
  queryKey: ['all models'],
  // With `whole`, every optional field is present.
  queryFn: () => list('model list', { whole: true, all: true }) as Promise<readonly ModelFacts[]>,
  staleTime: 60_000,
});

const everyMs = 10_000;

export function routesQuery(model: string) {
  return queryOptions({
    queryKey: ['routes', model],
    queryFn: () => list('route list', { model }),
    // An engine that fails pauses its routes.
    refetchInterval: everyMs,
  });
}

/** First elements of the keys of all queries that a changed model or route may affect. */
export const queriesOfModels = [
  'all models',
  'model facts',
  'model lines',
  'models of token',
  'usual seconds',
  'routes',
  'prices',
  'engines',
  'groups',
  'groups of account',
  'aliases',
] as const;
