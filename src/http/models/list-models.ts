/** GET /v1/models and /v1/models/{id}: the cards of the models that the caller's token can use. */
import { AppError } from '../../errors.ts';
import type { Catalogue } from '../../models/catalogue.ts';
import type { ModelCard } from '../../models/model-card.ts';
import { usableModels } from '../../models/usable-models.ts';
import type { Call } from '../route.ts';

export interface ModelParts {
  readonly catalogue: Catalogue;
  readonly currency: string;
}

export function listModels({ catalogue, currency }: ModelParts) {
  return async ({ token }: Call) => ({
    object: 'list',
    data: usableModels(catalogue, token).map(({ card }) => toModelRecord(card, currency)),
  });
}

export function getModel({ catalogue, currency }: ModelParts) {
  return async ({ params, token }: Call) => {
    const found = usableModels(catalogue, token).find(({ card }) => card.id === params['id']);
    if (!found) throw new AppError('model_not_found', { model: params['id'] ?? '' });
    return toModelRecord(found.card, currency);
  };
}

function toModelRecord(card: ModelCard, currency: string) {
  const { id, name, description, kind, group, versions, operations, tiers, parameters, references } = card;
  const price = {
    unit: card.price.unit,
    currency,
    version: card.price.version,
    rules: card.price.rules.map(rule => ({
      ...(rule.when && { when: rule.when }),
      unit_price: rule.unitPrice,
    })),
  };
  return {
    id,
    object: 'model',
    owned_by: 'kinora',
    name,
    description,
    kind,
    group,
    operations,
    ...(versions && { versions }),
    ...(card.longestSeconds !== undefined && { longest_seconds: card.longestSeconds }),
    tiers,
    price,
    parameters,
    references,
  };
}
