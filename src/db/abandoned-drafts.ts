/** What takes long to make is made under a draft name and then renamed, so that it is complete or absent. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sendSignal } from './postgres-process.ts';

/** A name beside `path`, which tells which process is making it. */
export function draftPath(path: string): string {
  return `${path}.new-${process.pid}-`;
}

const draftName = /^(?:kinora-)?postgres.*\.new-(\d+)-/;

/** Removes from `folder` the drafts of processes that were killed while they made them. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const maker = Number(draftName.exec(name)?.[1]);
    if (!maker || (maker !== process.pid && sendSignal(maker, 0))) continue;
    // An initdb may have outlived its Kinora and still be writing: then the folder is not empty at the first try.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 20 });
  }
}
