/** Which operations of a model are not offered to clients, and what each of its engines lacks. */
import type { Offer } from '../../../engines/contract/kind/offer.ts';
import { readOffers } from '../../../core/catalogue/engines/read-offers.ts';
import type { ModelCard, Operation } from '@kinora/shared/models/model-card';
import type { Route } from '../../../core/catalogue/routes/route.ts';
import { operateText } from '../operate-texts.ts';
import type { Context } from '../procedure.ts';

export interface UnavailableOperation {
  readonly operation: Operation;
  readonly reason: string;
}

/**
 * Empty for a model without a route, which is not offered at all. `card` has the operations as they were set.
 */
export async function unavailableOperations(
  { db, engineKinds, catalogue, language }: Pick<Context, 'db' | 'engineKinds' | 'catalogue' | 'language'>,
  { id, operations }: Pick<ModelCard, 'id' | 'operations'>,
): Promise<UnavailableOperation[]> {
  const findOffer = await readOffers(db, engineKinds);
  const offers = catalogue.listRoutes(id).map(route => ({ route, offer: findOffer(route) }));
  const isPossible = (operation: Operation) =>
    offers.length === 0 || offers.some(({ offer }) => !offer || offer.jobs.includes(operation));
  const describeReason = ({ engine }: Route, offer: Offer | undefined, operation: Operation) => {
    const needs = offer?.needs?.(operation);
    if (!needs) return operateText('operation_unsupported', { engine }, language);
    return operateText('operation_needs', { engine, needs: needs.en, needsZh: needs.zh }, language);
  };
  return operations
    .filter(operation => !isPossible(operation))
    .map(operation => ({
      operation,
      reason: offers.map(({ route, offer }) => describeReason(route, offer, operation)).join(' '),
    }));
}
