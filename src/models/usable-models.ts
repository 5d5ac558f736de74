/** Which models a token may use: those of its group, and of these the ones that it is limited to. */
import { AppError } from '../errors.ts';
import type { Catalogue, Model } from './catalogue.ts';
import type { ModelCard, Operation } from './model-card.ts';

/** The part of a token that says so. */
export interface ModelScope {
  readonly group: string;
  readonly groupRules: { readonly models: readonly string[] | undefined };
  readonly models: readonly string[] | undefined;
}

/** A group has the models that it lists, or else those whose cards name it. */
export function isInGroup(card: ModelCard, { group, groupRules }: Omit<ModelScope, 'models'>): boolean {
  return groupRules.models?.includes(card.id) ?? card.group === group;
}

export function mayUse(scope: ModelScope, card: ModelCard): boolean {
  return isInGroup(card, scope) && (scope.models?.includes(card.id) ?? true);
}

export function usableModels({ models }: Catalogue, scope: ModelScope): Model[] {
  return models.filter(({ card }) => mayUse(scope, card));
}

/** What these models can do. */
export function operationsOf(models: readonly Model[]): ReadonlySet<Operation> {
  return new Set(models.flatMap(({ card }) => card.operations));
}

/** The first that can do this; undefined: none can. */
export function forOperation(models: readonly Model[], operation: Operation): Model | undefined {
  return models.find(({ card }) => card.operations.includes(operation));
}

/** The image model that draws this version; throws AppError `parameter_invalid`. */
export function forVersion(models: readonly Model[], version: string): Model {
  const found = models.find(({ card }) => card.versions?.includes(version));
  if (found) return found;
  const allowed = models.flatMap(({ card }) => card.versions ?? []).join(', ') || '(none)';
  throw new AppError('parameter_invalid', { parameter: '--v', value: version, allowed });
}
