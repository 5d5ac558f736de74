/**
 * Draft names: a file or folder that takes long to create is renamed when it is finished, so
 * that it is complete or absent.
 */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sendSignal } from './postgres-process.ts';

/** A draft name for `path`. It contains the id of the creating process. */
export function draftPath(path: string): string {
  return `${path}.new-${process.pid}-`;
}

const draftName = /^(?:kinora-)?postgres.*\.new-(\d+)-/;

/** Removes the drafts of processes that no longer run. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const creatorPid = Number(draftName.exec(name)?.[1]);
    if (!creatorPid || (creatorPid !== process.pid && sendSignal(creatorPid, 0))) continue;
    // An initdb that outlived its Kinora may still be writing, so the folder may not
    // be empty at the first attempt.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 20 });
  }
}
