/** Which models a token may use: those of its group, reduced to the token's own list if it has one. */
import type { PlannableJob } from '../../../engines/contract/kind/plannable-job.ts';
import { AppError } from '@kinora/shared/errors/errors';
import type { Catalogue, Model } from './catalogue.ts';
import type { ModelCard, Operation } from '@kinora/shared/models/model-card';

/** The part of a token that decides which models it may use. */
export interface ModelScope {
  readonly group: string;
  readonly groupRules: { readonly models: readonly string[] | undefined };
  /** Null means all models of the group. */
  readonly models: readonly string[] | null;
}

/** Whether a model is in the group: the group lists it or, if it has no list, the card names the group. */
export function isInGroup(card: ModelCard, { group, groupRules }: Omit<ModelScope, 'models'>): boolean {
  return groupRules.models?.includes(card.id) ?? card.group === group;
}

export function mayUse(scope: ModelScope, card: ModelCard): boolean {
  return isInGroup(card, scope) && (scope.models?.includes(card.id) ?? true);
}

export function usableModels({ models }: Catalogue, scope: ModelScope): Model[] {
  return models.filter(({ card }) => mayUse(scope, card));
}

/** The kinds of jobs that at least one of the models supports. */
export function listOperations(models: readonly Model[]): ReadonlySet<Operation> {
  return new Set(models.flatMap(({ card }) => card.operations));
}

/**
 * Those that can continue the work of a model: an engine of it runs them, too, or they need only its pixels.
 * A model that no engine runs any more leaves it to all.
 */
export function followUpModels(
  catalogue: Pick<Catalogue, 'listRoutes' | 'startsFromPixels'>,
  models: readonly Model[],
  parent: string,
): readonly Model[] {
  const engines = new Set(catalogue.listRoutes(parent).map(({ engine }) => engine));
  if (engines.size === 0) return models;
  return models.filter(
    ({ card: { id } }) =>
      catalogue.startsFromPixels(id) || catalogue.listRoutes(id).some(({ engine }) => engines.has(engine)),
  );
}

/** What a task can be followed by. */
export interface FollowUps {
  /** The kinds of jobs. */
  readonly operations: ReadonlySet<Operation>;
  /** Whether a picture can be upscaled to this size, if upscales are possible at all. */
  readonly canEnlarge: (size: { readonly width: number; readonly height: number }) => boolean;
  /** Whether a part of a picture can be changed, if edits are possible at all. */
  readonly canRepaint: () => boolean;
}

/**
 * Returns what a task of the model `parent` can be followed by. A follow-up keeps the parent's model if that
 * can do it.
 */
export function followUpsFor(catalogue: Catalogue, scope: ModelScope, parent: string): FollowUps {
  const models = followUpModels(catalogue, usableModels(catalogue, scope), parent);
  const upscalers = models.filter(({ card }) => card.operations.includes('upscale'));
  return {
    operations: listOperations(models),
    canEnlarge: size => upscalers.some(each => isEnlarged(catalogue, each, size)),
    canRepaint: () => models.some(each => canRepaint(catalogue, each)),
  };
}

function isEnlarged(
  catalogue: Pick<Catalogue, 'listOffers'>,
  { card }: Model,
  size: { readonly width: number; readonly height: number },
): boolean {
  const sizes = card.sizes ? { sizes: card.sizes } : {};
  return isPossible(catalogue, card, { ...anyJob, kind: 'upscale', enhance: 'subtle', ...size, ...sizes });
}

const anyJob = { prompt: '', seed: 0, exclude: [], width: 1024, height: 1024 } as const;
const anyPicture = { storageKey: '', contentType: 'image/png', width: 1024, height: 1024 } as const;
const inputs = (['picture', 'mask'] as const).map(role => ({ ...anyPicture, role }));

/** Whether an engine of the model changes only a part of a picture. */
function canRepaint(catalogue: Pick<Catalogue, 'listOffers'>, { card }: Model): boolean {
  return card.operations.includes('edit') && isPossible(catalogue, card, { ...anyJob, kind: 'edit', inputs });
}

/** Whether an engine of the model can do the job, as far as that is known. */
export function isPossible(
  catalogue: Pick<Catalogue, 'listOffers'>,
  { id }: ModelCard,
  job: PlannableJob,
): boolean {
  const offers = catalogue.listOffers(id);
  return offers.length === 0 || offers.some(offer => !offer.rejection?.(job));
}

/** The image model that draws this version; throws AppError `parameter_invalid`. */
export function forVersion(models: readonly Model[], version: string): Model {
  const match = models.find(({ card }) => card.versions?.includes(version));
  if (match) return match;
  const allowedVersions = models.flatMap(({ card }) => card.versions ?? []).join(', ') || '(none)';
  throw new AppError('parameter_invalid', { parameter: '--v', value: version, allowed: allowedVersions });
}
