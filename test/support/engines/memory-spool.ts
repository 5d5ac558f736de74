/** A spool in memory, for tests of adapters. */
import type { Spool } from '../../../src/engines/contract/spool.ts';

export function openMemorySpool(): Spool & { readonly files: ReadonlyMap<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>();
  return {
    files,
    async put(key, name, bytes) {
      const path = `${key}/${name}`;
      if (!files.has(path)) files.set(path, bytes);
    },
    get: async (key, name) => files.get(`${key}/${name}`),
    async drop(key) {
      for (const path of files.keys()) if (path.startsWith(`${key}/`)) files.delete(path);
    },
  };
}
