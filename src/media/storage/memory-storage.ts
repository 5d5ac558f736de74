/** Storage in memory, for tests. */
import { createHash } from 'node:crypto';
import { checkKey } from './storage-key.ts';
import { cutRange } from './byte-range.ts';
import { limitBytes } from './put-options.ts';
import type { Storage } from './storage.ts';
import { StorageError } from './storage-error.ts';
import { consume } from './consume.ts';

/** `nowMs` returns the time that `list` reports for a file. */
export function openMemoryStorage(nowMs: () => number): Storage {
  const files = new Map<string, { bytes: Buffer; modifiedMs: number }>();
  return {
    put: (key, source, options = {}) =>
      consume(source, async () => {
        checkKey(key);
        const chunks: Uint8Array[] = [];
        for await (const chunk of limitBytes(source, options)) chunks.push(chunk);
        if (files.has(key)) throw new StorageError('exists', `There is a file ${key} already.`);
        const bytes = Buffer.concat(chunks);
        files.set(key, { bytes, modifiedMs: nowMs() });
        return { sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
      }),
    open: async (key, range) => {
      checkKey(key);
      const bytes = files.get(key)?.bytes;
      if (!bytes) return undefined;
      const { start, end } = cutRange(range, bytes.length);
      let position = start;
      return {
        sizeBytes: bytes.length,
        read: async buffer => {
          const read = bytes.copy(buffer, 0, position, end + 1);
          position += read;
          return read;
        },
        close: async () => {},
      };
    },
    stat: async key => {
      checkKey(key);
      const file = files.get(key);
      return file && { sizeBytes: file.bytes.length };
    },
    deleteFile: async key => {
      checkKey(key);
      files.delete(key);
    },
    deleteFolder: async folder => {
      checkKey(folder);
      const keys = [...files.keys()].filter(key => key.startsWith(`${folder}/`));
      for (const key of keys) files.delete(key);
      return keys.length;
    },
    removeUnfinished: async () => 0,
    check: async () => {},
    list: async function* list(folder) {
      if (folder !== undefined) checkKey(folder);
      for (const [key, { bytes, modifiedMs }] of files) {
        const isBelow = folder === undefined || key.startsWith(`${folder}/`);
        if (isBelow) yield { key, sizeBytes: bytes.length, modifiedMs };
      }
    },
  };
}
