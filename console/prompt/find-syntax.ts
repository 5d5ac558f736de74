/** The syntax with which the server will read a prompt: that of the model that will generate it. */
import type { PromptSyntax } from '@kinora/shared/models/prompt-syntax';
import { readVersion } from '@kinora/shared/prompt/read-parameter';
import { placeParameters } from '@kinora/shared/prompt/split-prompt';
import type { Model } from '../data/models/models.ts';
import { modelFor } from './price-run.ts';

interface Choice {
  readonly models: readonly Model[];
  /** The version if the text names none. */
  readonly version: string;
  readonly aliases: Readonly<Record<string, string>>;
}

export function findSyntax(text: string, { models, version, aliases }: Choice): PromptSyntax | undefined {
  if (!models.some(({ prompt_syntax }) => prompt_syntax)) return undefined;
  const parameters = placeParameters(text);
  const namedModel = parameters.findLast(({ name }) => name === 'model')?.value;
  if (namedModel) return models.find(({ id }) => id === (aliases[namedModel] ?? namedModel))?.prompt_syntax;
  const versionParameter = parameters.findLast(({ name }) => name === 'version' || name === 'niji');
  const parsedVersion =
    versionParameter &&
    readVersion(versionParameter.name === 'niji' ? 'niji' : 'version', versionParameter.value);
  return modelFor(models, 'grid', { version: parsedVersion ?? version })?.prompt_syntax;
}
