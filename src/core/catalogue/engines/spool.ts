/** The spool of engines, in the folders of the tasks, with which they are deleted. */
import { createHash } from 'node:crypto';
import type { Spool } from '../../../engines/contract/spool.ts';
import { readWhole } from '../../../media/storage/open-file.ts';
import { StorageError } from '../../../media/storage/storage-error.ts';
import type { Storage } from '../../../media/storage/storage.ts';

export function openSpool(storage: Storage): Spool {
  return {
    put: async (key, name, bytes) => {
      try {
        await storage.put(`${taskFolder(key)}/${name}`, bytes);
      } catch (error) {
        if (!(error instanceof StorageError) || error.code !== 'exists') throw error;
      }
    },
    get: async (key, name) => {
      const file = await storage.open(`${taskFolder(key)}/${name}`);
      return file && readWhole(file);
    },
    drop: async key => {
      await storage.deleteFolder(taskFolder(key));
    },
  };
}

/** The key of a start begins with the id of its task; that of a trial does not matter. */
function taskFolder(key: string): string {
  const [task] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(key) ?? ['trials'];
  return `${task}/spool/${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
}
