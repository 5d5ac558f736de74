/** Copies a data folder as it is, with owners and modes: as root, PostgreSQL runs as another user. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `to` exists and is empty. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(from, '.'), to]);
}
