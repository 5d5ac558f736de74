/** Queries of engines as operators configure them: kinds, instances and routes. */
import { queryOptions } from '@tanstack/react-query';
import type { AnswerOf, LineOf } from '../../../src/api/procedures/table/contract.ts';
import { list, readProcedure } from '../api.ts';

export type Kind = LineOf<'engine kinds'>;

export const kindsQuery = queryOptions({
  queryKey: ['engine kinds'],
  queryFn: () => list('engine kinds'),
  staleTime: Infinity,
});

/** An engine as it is configured. */
export type Instance = AnswerOf<'engine show'>;

/** Fails for an engine that was removed and still has tasks: it has no configuration. */
export function instanceQuery(engine: string) {
  return queryOptions({
    queryKey: ['engine', engine],
    queryFn: () => readProcedure('engine show', { engine }),
    staleTime: 60_000,
  });
}

export type EngineRoute = LineOf<'route list'>;

const refetchEveryMs = 10_000;

/** The routes of all engines. */
export const engineRoutesQuery = queryOptions({
  queryKey: ['routes'],
  queryFn: () => list('route list'),
  // An engine that fails pauses its routes.
  refetchInterval: refetchEveryMs,
});

export const workflowsQuery = queryOptions({
  queryKey: ['workflows'],
  queryFn: () => list('workflow list'),
});

/** First elements of the keys of all queries that a changed engine may affect. */
export const engineQueryKeys = [
  'engine',
  'engines',
  'routes',
  'overview',
  'all models',
  'model facts',
  'model lines',
] as const;
