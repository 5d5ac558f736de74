/** Marks a data folder while a backup is restored into it, so that no server starts on a part of it. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../../platform/lib/disk/sync-folder.ts';
import { describeUnusable, StartError } from '../../platform/errors/start-error.ts';
import { replaceDurably } from './parts.ts';

const marker = z.object({ backup: z.string(), from: z.string() });
export type RestoreMarker = z.infer<typeof marker>;

const pathIn = (dataDir: string) => join(dataDir, 'restoring.json');

/** Returns undefined if no restore was begun, or it was finished. */
export async function readMarker(dataDir: string): Promise<RestoreMarker | undefined> {
  try {
    return marker.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8')));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    if (code !== undefined) throw new StartError(describeUnusable(dataDir, code), error);
    throw new StartError(`The file ${pathIn(dataDir)}, which marks a restore, cannot be read.`, error);
  }
}

export async function setMarker(dataDir: string, content: RestoreMarker): Promise<void> {
  await replaceDurably(pathIn(dataDir), JSON.stringify(content));
}

export async function removeMarker(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir));
  await syncFolder(dataDir);
}

/** Throws StartError if a restore into the data folder was begun and not finished. */
export async function rejectInterruptedRestore(dataDir: string): Promise<void> {
  const marker = await readMarker(dataDir);
  if (marker)
    throw new StartError(
      `A restore into ${dataDir} is running or was interrupted. To continue it, run: kinora restore --from ${marker.from}`,
    );
}
