/**
 * The models of a token in the order in which clients should offer them: many choose
 * the first one by themselves.
 */
import type { Token } from '../../../core/accounts/tokens.ts';
import type { Model } from '../../../core/catalogue/models/catalogue.ts';
import { usableModels } from '../../../core/catalogue/models/usable-models.ts';
import { defaultClipVersion } from '../../../core/local-models/register-model.ts';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { chooseDefaultVersion, modelFor } from './place-order.ts';

export type OfferDependencies = Pick<
  SubmitDependencies,
  'catalogue' | 'defaultVersion' | 'defaultVideoModel'
>;

/** First the default of the token's group, then those that make something from a prompt, then the rest. */
export function modelsToOffer(parts: OfferDependencies, token: Token): readonly Model[] {
  const usable = usableModels(parts.catalogue, token);
  const operation = token.kind === 'video' ? 'clip' : 'grid';
  const capableModels = usable.filter(({ card }) => card.operations.includes(operation));
  if (capableModels.length === 0) return usable;
  const defaultModel =
    token.kind === 'video' ? defaultClipModelFor(parts, token) : defaultImageModelFor(parts, token);
  const rank = (model: Model) => (model.card.id === defaultModel ? 0 : capableModels.includes(model) ? 1 : 2);
  return usable.toSorted((one, other) => rank(one) - rank(other));
}

/** The model that draws a prompt without parameters. */
function defaultImageModelFor(parts: OfferDependencies, token: Token): string {
  const version = chooseDefaultVersion(parts, token, {});
  const job = { kind: 'grid', prompt: '', exclude: [], seed: 0, version, width: 1024, height: 1024 } as const;
  return modelFor(parts, token, { job, prefersAble: true }).card.id;
}

function defaultClipModelFor({ catalogue, defaultVideoModel }: OfferDependencies, { group }: Token): string {
  return catalogue.modelOfVersion(group, defaultClipVersion) ?? defaultVideoModel;
}
