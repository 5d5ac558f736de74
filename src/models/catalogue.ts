/** The model cards of this server, checked when they are read. */
import { readdirSync, readFileSync } from 'node:fs';
import { AppError } from '../errors.ts';
import { compileParameters, type CheckParameters } from './check-parameters.ts';
import { modelCard, type ModelCard, type Operation } from './model-card.ts';

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
  /** The first model of the group that can do this; undefined: none can. */
  forOperation(group: string, operation: Operation): Model | undefined;
  /** The image model of the group that draws this version; throws AppError `parameter_invalid`. */
  forVersion(group: string, version: string): Model;
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
    forOperation: (group, operation) =>
      models.find(({ card }) => card.group === group && card.operations.includes(operation)),
    forVersion: (group, version) => {
      const found = models.find(({ card }) => card.group === group && card.versions?.includes(version));
      if (found) return found;
      const offered = models
        .filter(({ card }) => card.group === group)
        .flatMap(({ card }) => card.versions ?? []);
      throw new AppError('parameter_invalid', {
        parameter: '--v',
        value: version,
        allowed: offered.join(', '),
      });
    },
  };
}

function readCards(): unknown[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
