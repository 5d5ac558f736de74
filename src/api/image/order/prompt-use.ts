/** How the prompt of a new image is read: as the model wants it that will generate it. */
import { usableModels, type ModelScope } from '../../../core/catalogue/models/usable-models.ts';
import type { ParseOptions } from '@kinora/shared/prompt/parse-prompt';
import { readVersion } from '@kinora/shared/prompt/read-parameter';
import { placeParameters } from '@kinora/shared/prompt/split-prompt';
import type { SubmitDependencies } from '../../http/tasks/submit.ts';
import { findVersionModel } from './place-order.ts';

/** What is known of a prompt before it is read. */
export interface UnreadPrompt {
  readonly text: string;
  /** The version if the text names none. */
  readonly version: string;
  /** The model that the request names outside of the prompt. */
  readonly model?: string | null | undefined;
}

export function promptUse(
  { catalogue }: Pick<SubmitDependencies, 'catalogue'>,
  scope: ModelScope,
  unreadPrompt: UnreadPrompt,
): Pick<ParseOptions, 'syntax' | 'versions'> {
  const usable = usableModels(catalogue, scope);
  const versions = [...new Set(usable.flatMap(({ card }) => card.versions ?? []))];
  if (!usable.some(({ card }) => card.promptSyntax)) return { versions };
  const modelName = unreadPrompt.model ?? findLast(unreadPrompt.text, ['model'])?.value;
  if (modelName) {
    const id = catalogue.resolveId(modelName, scope.group);
    return { versions, syntax: usable.find(({ card }) => card.id === id)?.card.promptSyntax };
  }
  const capableModels = usable.filter(({ card }) => card.operations.includes('grid'));
  const versionModel = findVersionModel(
    catalogue,
    { scope, usable: capableModels },
    promptVersion(unreadPrompt),
  );
  return { versions, syntax: (versionModel ?? capableModels[0])?.card.promptSyntax };
}

function promptVersion({ text, version }: UnreadPrompt): string {
  const versionParameter = findLast(text, ['version', 'niji']);
  if (versionParameter?.name !== 'version' && versionParameter?.name !== 'niji') return version;
  return readVersion(versionParameter.name, versionParameter.value) ?? version;
}

function findLast(text: string, names: readonly string[]) {
  return placeParameters(text).findLast(({ name }) => name !== undefined && names.includes(name));
}
