/**
 * Weights that are on this disk already: in folders of ComfyUI, AUTOMATIC1111, LocalAI and others, which the
 * operator names. Nothing in them is changed.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';

export interface FoundWeights {
  readonly path: string;
  readonly sizeBytes: number;
}

export interface WeightsFolders {
  /** Files of weights, the largest first. Folders that cannot be read have none. */
  list(): Promise<readonly FoundWeights[]>;
}

/** Models of ComfyUI are two folders deep, with those that people add. */
const maxDepth = 5;
const maxEntries = 10_000;

export function openWeightsFolders(folders: readonly string[]): WeightsFolders {
  return {
    list: async () => {
      const budget = { entries: maxEntries };
      const weightsByPath = new Map<string, FoundWeights>();
      for (const folder of folders)
        for (const one of await weightsIn(folder, { depth: maxDepth, budget }))
          weightsByPath.set(one.path, one);
      return [...weightsByPath.values()].toSorted((one, other) => other.sizeBytes - one.sizeBytes);
    },
  };
}

interface Search {
  readonly depth: number;
  /** What is left of the entries that are looked at. */
  readonly budget: { entries: number };
}

async function weightsIn(folder: string, { depth, budget }: Search): Promise<FoundWeights[]> {
  const names = await readdir(folder).catch(() => []);
  const weights: FoundWeights[] = [];
  for (const name of names.sort()) {
    if (budget.entries-- <= 0) break;
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    // People link folders of models into each other.
    const entry = await stat(path).catch(() => undefined);
    if (entry?.isDirectory() && depth > 1)
      weights.push(...(await weightsIn(path, { depth: depth - 1, budget })));
    if (entry?.isFile() && isWeights(name)) weights.push({ path, sizeBytes: entry.size });
  }
  return weights;
}

export function isWeights(name: string): boolean {
  return /\.(?:safetensors|gguf)$/i.test(name);
}

/** The name of a file without the parts that describe how it is stored. */
export function fileStem(file: string): string {
  return basename(file).replace(/\.(?:safetensors|gguf)$/i, '');
}
