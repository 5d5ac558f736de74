/**
 * References to secrets that are kept elsewhere: `env:NAME`, an environment
 * variable, and `file:/path`, a file.
 */
import { constants, open, realpath } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';
import { environmentVariable, isSetting } from '../../../platform/config/config.ts';
import { reason, type Reason } from '@kinora/shared/errors/reason';
import { isSecretText } from './secret-text.ts';

export type ReferenceProblem = 'environment_missing' | 'file_unreadable';

const fileBytes = 64 * 1024;
const maxReferenceLength = 4096;

export function isReference(text: string): boolean {
  return /^(env|file):/.test(text);
}

/**
 * Returns why the reference is not allowed, or undefined if it is. The variable or file that it names need
 * not exist yet.
 */
export function checkReference(reference: string, dataDir: string): Reason | undefined {
  const { kind, target } = parse(reference);
  if (kind === 'env') {
    if (!/^[A-Za-z_]\w{0,199}$/.test(target)) return reason('secret_variable');
    return isSetting(target) ? reason('secret_setting', { name: target }) : undefined;
  }
  if (!isAbsolute(target) || !isSecretText(target) || target.length > maxReferenceLength)
    return reason('secret_path');
  return isInside(dataDir, target) ? reason('secret_inside') : undefined;
}

/** The secret that it leads to, without white space around it. Never rejects. */
export async function readReference(
  reference: string,
  dataDir: string,
): Promise<{ readonly text: string } | { readonly reason: ReferenceProblem }> {
  const { kind, target } = parse(reference);
  const content = kind === 'env' ? environmentVariable(target) : await readFile(target, dataDir);
  const text = content?.trim() ?? '';
  if (isSecretText(text)) return { text };
  return { reason: kind === 'env' ? 'environment_missing' : 'file_unreadable' };
}

function parse(reference: string): { readonly kind: string; readonly target: string } {
  const colon = reference.indexOf(':');
  return { kind: reference.slice(0, colon), target: reference.slice(colon + 1) };
}

/** Returns undefined if it is not there, not readable, too long, not UTF-8, or in the data folder. */
async function readFile(path: string, dataDir: string): Promise<string | undefined> {
  try {
    const file = await realpath(path);
    // Links are followed first. Otherwise an operator could have the key file sent to an engine.
    if (isInside(await realpath(dataDir), file)) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(await readStart(file));
  } catch {
    return undefined;
  }
}

/** Throws for what is not a regular file: a named pipe would never end. */
async function readStart(path: string): Promise<Uint8Array> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await handle.stat()).isFile()) throw new RangeError('not a file');
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(fileBytes + 1), 0, fileBytes + 1, 0);
    if (bytesRead > fileBytes) throw new RangeError('too long');
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function isInside(folder: string, path: string): boolean {
  const relativePath = relative(folder, path);
  return !isAbsolute(relativePath) && relativePath !== '..' && !relativePath.startsWith(`..${sep}`);
}
