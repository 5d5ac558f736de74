/** The model cards of this server, checked when they are read. */
import { readdirSync, readFileSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { compileParameters, type CheckParameters } from './check-parameters.ts';
import { modelCard, type ModelCard } from './model-card.ts';

const folder = new URL('../../models/', import.meta.url);

export interface Model {
  readonly card: ModelCard;
  /** Checks a client's parameters and fills in defaults; throws AppError `field_unknown` or `field_invalid`. */
  readonly checkParameters: CheckParameters;
}

export interface Catalogue {
  readonly models: readonly Model[];
  /** The model with this id, whatever its group; throws AppError `model_unknown`. */
  named(id: string, kind: ModelCard['kind']): Model;
  /** How long a client should wait between polls, also of a model that was removed. */
  pollAfterMs(id: string): number;
}

export function readCatalogue(cards: readonly unknown[] = readCards()): Catalogue {
  const models = cards.map(card => {
    const parsed = modelCard.parse(card);
    return { card: parsed, checkParameters: compileParameters(parsed) };
  });
  return {
    models,
    named: (id, kind) => {
      const sameKind = models.filter(model => model.card.kind === kind);
      const found = sameKind.find(model => model.card.id === id);
      if (!found)
        throw new AppError('model_unknown', {
          param: 'model',
          model: id,
          allowed: sameKind.map(model => model.card.id).join(', '),
        });
      return found;
    },
    pollAfterMs: id => models.find(({ card }) => card.id === id)?.card.pollAfterMs ?? 1000,
  };
}

function readCards(): unknown[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
