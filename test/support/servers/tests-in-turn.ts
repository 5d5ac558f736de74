/**
 * A process of the test runner: runs test files one after the other, so that modules are loaded and compiled once for all of them.
 * Several processes share a list, and each takes the next file of it that no other has taken.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { collectHeapLessOften } from '../../../src/start/heap-growth.ts';
import { endFile, endProcess, expectMoreFiles } from './clean-up.ts';

const [folder = '', timeout = ''] = [process.env.TEST_LIST, process.env.TEST_FILE_TIMEOUT];
const files = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')) as readonly string[];

// Most tests run servers in this process.
collectHeapLessOften();
expectMoreFiles();
for (const [index, file] of files.entries()) if (await isFree(index)) await runFile(file);
await endProcess();

/** As a suite, so that none of its tests begins before all of the file was loaded. Resolves when they have ended. */
function runFile(file: string): Promise<void> {
  // What a list of processes shows.
  process.title = file;
  return new Promise(resolveEnd => {
    void suite(file, { timeout: Number(timeout) }, async () => {
      after(() => endFile().finally(resolveEnd));
      await import(pathToFileURL(resolve(file)).href).catch((error: unknown) =>
        test('the file can be loaded', () => {
          throw error;
        }),
      );
    });
  });
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
