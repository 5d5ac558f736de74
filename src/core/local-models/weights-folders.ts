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

/** ComfyUI keeps models two folders deep. People add folders of their own within these. */
const maxDepth = 5;
const maxEntries = 10_000;

export function openWeightsFolders(folders: readonly string[]): WeightsFolders {
  return {
    list: async () => {
      const budget = { entries: maxEntries };
      const weightsByPath = new Map<string, FoundWeights>();
      for (const folder of folders)
        for (const weights of await findWeights(folder, { remainingDepth: maxDepth, budget }))
          weightsByPath.set(weights.path, weights);
      return [...weightsByPath.values()].toSorted((one, other) => other.sizeBytes - one.sizeBytes);
    },
  };
}

interface Search {
  readonly remainingDepth: number;
  /** How many more entries may be looked at, in all folders together. */
  readonly budget: { entries: number };
}

async function findWeights(folder: string, { remainingDepth, budget }: Search): Promise<FoundWeights[]> {
  const names = await readdir(folder).catch(() => []);
  const weights: FoundWeights[] = [];
  for (const name of names.sort()) {
    if (budget.entries-- <= 0) break;
    if (name.startsWith('.')) continue;
    const path = join(folder, name);
    // Follows links, because people link folders of models into each other. The depth ends a circle of links.
    const entry = await stat(path).catch(() => undefined);
    if (entry?.isDirectory() && remainingDepth > 1)
      weights.push(...(await findWeights(path, { remainingDepth: remainingDepth - 1, budget })));
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
