/**
 * LoRA files of a folder, which clients name in the parameter `lora`. The program gets only files that are
 * there (field `lora` of its API).
 */
import { listItems } from '../../../platform/lib/text/list-items.ts';
import { reason } from '@kinora/shared/errors/reason';
import { readdir } from 'node:fs/promises';
import { EngineError } from '../../contract/engine-error.ts';
import type { Step } from '../../contract/steps/step.ts';

interface LoraField {
  /** Below the folder. */
  readonly path: string;
  readonly multiplier: number;
}

const mostNames = 8;
const largestWeight = 4;

/**
 * `film-grain, ink:0.6` names two files, with or without their ending, and how strong each is: from
 * -4 to 4, 1 if it is not said. Returns the step without the parameter. Rejects with an EngineError
 * for a file that is not there.
 */
export async function withLoras<Some extends Step>(
  step: Some,
  folder: string,
): Promise<{ readonly step: Some; readonly fields: { readonly lora?: readonly LoraField[] } }> {
  const { lora, ...parameters } = step.parameters;
  if (folder === '' || typeof lora !== 'string') return { step, fields: {} };
  const files = await filesIn(folder);
  const requestedLoras = listItems(lora);
  if (requestedLoras.length > mostNames)
    throw new EngineError('engine_rejected', reason('loras_many', { most: mostNames }), { notStarted: true });
  return {
    step: { ...step, parameters },
    fields: { lora: requestedLoras.map(each => fieldFor(each, files)) },
  };
}

function fieldFor(requestedLora: string, files: readonly string[]): LoraField {
  const [, name = requestedLora, weight] = /^(.*?)(?::(-?\d+(?:\.\d+)?))?$/.exec(requestedLora) ?? [];
  const path = files.find(file => file === name || stem(file) === name);
  const multiplier = Number(weight ?? 1);
  if (path !== undefined && Math.abs(multiplier) <= largestWeight) return { path, multiplier };
  const allowedNames = files.map(stem).join(', ') || '-';
  const why =
    path === undefined
      ? reason('lora_unknown', { name, allowed: allowedNames })
      : reason('lora_weight', { name, most: largestWeight });
  throw new EngineError('engine_rejected', why, { notStarted: true });
}

async function filesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => /\.(?:safetensors|gguf)$/i.test(name)).sort();
}

function stem(file: string): string {
  return file.replace(/\.(?:safetensors|gguf)$/i, '');
}
