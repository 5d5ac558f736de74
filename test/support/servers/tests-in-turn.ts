/**
 * A process of the test runner: runs test files one after the other, so that modules are loaded and compiled once for all of them.
 * Several processes share a list, and each takes the next file of it that no other has taken.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endFile } from './clean-up.ts';

const [folder = '', timeout = ''] = [process.env.TEST_LIST, process.env.TEST_FILE_TIMEOUT];
const files = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')) as readonly string[];

for (const [index, file] of files.entries())
  if (await isFree(index)) await test(file, { timeout: Number(timeout) }, runFile(file));

function runFile(file: string) {
  // Its tests become tests of this one, which waits for them, as their hooks do.
  return async (t: { after(end: () => Promise<void>): void }) => {
    t.after(endFile);
    await import(pathToFileURL(resolve(file)).href);
  };
}

async function isFree(index: number): Promise<boolean> {
  try {
    await writeFile(join(folder, `taken-${index}`), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
