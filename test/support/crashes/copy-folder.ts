/**
 * Copies a data folder with owners and modes, because PostgreSQL runs as another user if this one is root.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** `to` exists and is empty. */
export async function copyFolder(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', join(from, '.'), to]);
}
