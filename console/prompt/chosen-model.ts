/**
 * The model that is chosen beside the prompt, as the parameters that are sent after the text.
 * A model that the text names comes first.
 */
import { versionFlag } from '@kinora/shared/prompt/image-versions';
import { placeParameters } from '@kinora/shared/prompt/split-prompt';
import type { Model } from '../data/models/models.ts';

type ChosenModel = Pick<Model, 'id' | 'versions'>;

/** Names a version, too, if the model has versions and the default is not among them. */
export function modelParameters(
  text: string,
  { model, defaultVersion }: { readonly model: ChosenModel | undefined; readonly defaultVersion: string },
): string {
  const names = placeParameters(text).map(({ name }) => name);
  if (!model || names.includes('model')) return '';
  const { id, versions } = model;
  const newest = versions?.at(-1);
  const hasVersion = names.includes('version') || names.includes('niji');
  const isFit = hasVersion || newest === undefined || versions?.includes(defaultVersion);
  return isFit ? ` --model ${id}` : ` --model ${id} ${versionFlag(newest)}`;
}
