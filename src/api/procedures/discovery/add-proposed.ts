/** Adds a model as it was proposed: card, first price and route. Call it in a transaction. */
import { addFirstPrice, withFreeSelection } from '../../../core/billing/prices.ts';
import { addModel } from '../../../core/catalogue/models/change-models.ts';
import { saveRoute } from '../../../core/catalogue/routes/change-routes.ts';
import { newRoute } from '../../../core/catalogue/routes/route.ts';
import type { Queryable } from '../../../platform/db/open.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import { questionOperations, type StoredCard } from '@kinora/shared/models/model-card';
import { newCard, type CardFields } from '../models/model-fields.ts';
import { rejectTerms, rejectUnable, toRouteRecord } from '../models/route-procedures.ts';
import type { Context } from '../procedure.ts';
import type { Proposal } from '../records/proposal-record.ts';
import { auditIn } from '../run-procedure.ts';

export interface ProposedModel {
  readonly engine: string;
  readonly upstream: string;
  readonly proposal: Proposal;
}

/** Throws the AppErrors of "model add" and "route add". */
export async function addProposed(
  context: Pick<Context, 'actor' | 'catalogue' | 'engineKinds'>,
  tx: Queryable,
  { engine, upstream, proposal: { model, price } }: ProposedModel,
): Promise<{ readonly id: string; readonly isTestable: boolean }> {
  if (!model || !price) throw new InvariantError('a proposal without a model was added');
  const { model: modelId, kind, name, description, operations, parameters, references, sizes } = model;
  const fields = { name, description, operations, parameters, references, ...(sizes && { sizes }) };
  const card = await addUnderFreeId(context, tx, newCard(modelId, kind, fields as CardFields));
  const first = withFreeSelection(price);
  await addFirstPrice(tx, card.id, first);
  await auditIn(
    tx,
    context.actor,
    'model add',
  )({ object: card.id, after: { ...card, price: first, aliases: [] } });
  const route = { ...newRoute(card.id, engine, 'operator'), upstream };
  const checking = { db: tx, engineKinds: context.engineKinds };
  await rejectTerms(checking, route);
  await rejectUnable(checking, card, route);
  await saveRoute(tx, route);
  await auditIn(
    tx,
    context.actor,
    'route add',
  )({ object: `${card.id} -> ${engine}`, after: toRouteRecord(route) });
  return { id: card.id, isTestable: card.operations.some(one => one === 'grid' || one === 'clip') };
}

/** IDs are never used twice, so that the one of a retired model gets a number. */
async function addUnderFreeId(
  { catalogue }: Pick<Context, 'catalogue'>,
  tx: Queryable,
  proposedCard: StoredCard,
): Promise<StoredCard> {
  const takenIds = new Set(catalogue.all.map(({ card }) => card.id));
  for (let count = 1; ; count += 1) {
    const id = count === 1 ? proposedCard.id : `${proposedCard.id.slice(0, 60)}-${count}`;
    const card = withDefaults({ ...proposedCard, id }, catalogue);
    if (!takenIds.has(id) && (await addModel(tx, card))) return card;
  }
}

/**
 * Makes a model that only answers questions the default of requests that name no model, unless there is one
 * already.
 */
function withDefaults(card: StoredCard, { models }: Context['catalogue']): StoredCard {
  const isForQuestions = card.operations.every(one => questionOperations.some(question => question === one));
  const freeOperations = questionOperations.filter(
    question =>
      card.operations.includes(question) && !models.some(other => other.card.defaultFor?.includes(question)),
  );
  return isForQuestions && freeOperations.length > 0 ? { ...card, defaultFor: freeOperations } : card;
}
