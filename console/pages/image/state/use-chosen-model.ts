/**
 * The model chosen beside the prompt. It stays until another one is chosen,
 * for every prompt that is typed or pasted.
 */
import type { Model } from '../../../data/models/models.ts';
import { openUserValue } from '../../../state/stored-value.ts';

const stored = openUserValue('image model', '');

export interface ModelChosen {
  /** Undefined means the model of the version. */
  readonly model: Model | undefined;
  /** The ID of a chosen model that the token cannot use. */
  readonly unavailable: string | undefined;
  /** An ID. Empty means the model of the version. */
  readonly choose: (id: string) => void;
}

export function useChosenModel(models: readonly Model[]): ModelChosen {
  const id = stored.use();
  const model = gridModels(models).find(one => one.id === id);
  const isGone = id !== '' && model === undefined && models.length > 0;
  return { model, unavailable: isGone ? id : undefined, choose: stored.set };
}

/** Returns the models that generate images from a prompt. */
export function gridModels(models: readonly Model[]): readonly Model[] {
  return models.filter(({ operations }) => operations.includes('grid'));
}
