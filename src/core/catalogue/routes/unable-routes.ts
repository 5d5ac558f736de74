/**
 * Which routes of a model cannot carry out what others can, so that tasks go only to engines
 * that support their operation.
 */
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import type { ModelCard, Operation } from '@kinora/shared/models/model-card';
import type { Route } from './route.ts';

/** A route whose engine cannot carry out an operation of the model, although that of another route can. */
export interface UnableRoute {
  readonly model: string;
  readonly engine: string;
  readonly operation: Operation;
}

/**
 * `offers`: what the engine of each route can do. Returns undefined if that is unknown, and it may do
 * anything.
 */
export function findUnableRoutes(
  { id: model, operations }: Pick<ModelCard, 'id' | 'operations'>,
  routes: readonly Route[],
  offers: readonly (Offer | undefined)[],
): UnableRoute[] {
  return operations.flatMap(operation => {
    const unableRoutes = routes.filter((_, index) => offers[index]?.jobs.includes(operation) === false);
    return unableRoutes.length < routes.length
      ? unableRoutes.map(({ engine }) => ({ model, engine, operation }))
      : [];
  });
}
