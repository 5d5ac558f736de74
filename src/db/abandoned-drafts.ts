/** Files and folders that take long to create are created under a draft name and then renamed, so that they are complete or absent. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sendSignal } from './postgres-process.ts';

/** A draft name next to `path`, which contains the id of the process that creates it. */
export function draftPath(path: string): string {
  return `${path}.new-${process.pid}-`;
}

const draftName = /^(?:kinora-)?postgres.*\.new-(\d+)-/;

/** Removes drafts of processes that were killed while creating them. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = Number(draftName.exec(name)?.[1]);
    if (!maker || (maker !== process.pid && sendSignal(maker, 0))) continue;
    // An initdb that outlived its Kinora may still be writing, so the folder may not be empty at the first attempt.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 20 });
  }
}
