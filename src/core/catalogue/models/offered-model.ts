/**
 * What is offered of a model: the tiers that its routes serve, and the operations
 * that its engines can carry out.
 */
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import { tierRanks, type ModelCard, type Tier } from '@kinora/shared/models/model-card';
import { servesTier, type Route } from '../routes/route.ts';

interface ModelWithCard {
  readonly card: ModelCard;
}

/** The model in the tiers that some route serves. Returns undefined if none does. */
export function withServedTiers<Model extends ModelWithCard>(
  model: Model,
  routes: readonly Route[],
): Model | undefined {
  if (routes.some(route => route.tiers === undefined)) return model;
  const servedTiers = Object.entries(model.card.tiers).filter(([tier]) =>
    routes.some(route => servesTier(route, tierRanks[tier as Tier])),
  );
  return servedTiers.length > 0
    ? { ...model, card: { ...model.card, tiers: Object.fromEntries(servedTiers) } }
    : undefined;
}

/** The model with the operations that some route can carry out. Returns undefined if none can. */
export function withPossible<Model extends ModelWithCard>(
  model: Model,
  offers: readonly (Offer | undefined)[],
): Model | undefined {
  const { operations } = model.card;
  const possible = operations.filter(operation =>
    offers.some(offer => !offer || offer.jobs.includes(operation)),
  );
  if (possible.length === operations.length) return model;
  return possible.length > 0 ? { ...model, card: { ...model.card, operations: possible } } : undefined;
}
