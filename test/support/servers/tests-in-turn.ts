/**
 * A process of the test runner: runs test files one after the other, so that modules are loaded
 * and compiled once for all of them. Several processes share a list, and each takes the next file
 * of it that no other has taken.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { backgroundSleep } from '@kinora/shared/clock';
import { collectHeapLessOften } from '../../../src/app/start/heap-growth.ts';
import { cpuSeconds } from './cpu-seconds.ts';
import { endFile, endProcess, expectMoreFiles } from './clean-up.ts';
import { killLeftProcesses } from './left-processes.ts';
import { takeFirst } from './take-first.ts';

const [folder = '', timeout = ''] = [process.env.TEST_LIST, process.env.TEST_FILE_TIMEOUT];
const files = JSON.parse(await readFile(join(folder, 'files.json'), 'utf8')) as readonly string[];

/**
 * Within this time, what tests have started must stop. Otherwise the runner would wait until
 * the whole run has timed out.
 */
const longestStopMs = 120_000;

// Most tests run servers in this process.
collectHeapLessOften();
expectMoreFiles();
for (const [index, file] of files.entries())
  if (await takeFirst(join(folder, `taken-${index}`))) await measureFile(index, file);
void backgroundSleep(longestStopMs).then(reportRest);
await endProcess();
report(await killLeftProcesses());

/** What a file costs is read by the runner (`scripts/test-costs.ts`). */
async function measureFile(index: number, file: string): Promise<void> {
  const before = cpuSeconds();
  await runFile(file);
  await writeFile(
    join(folder, `cost-${index}.json`),
    JSON.stringify({ file, seconds: Math.max(cpuSeconds() - before, 0) }),
  );
}

/**
 * As a suite, so that none of its tests begins before all of the file was loaded.
 * Resolves when they have ended.
 */
function runFile(file: string): Promise<void> {
  // What a list of processes shows.
  process.title = file;
  return new Promise(resolveEnd => {
    void suite(file, { timeout: Number(timeout) }, async () => {
      after(() => Promise.race([endFile(), stopTimeout()]).finally(resolveEnd));
      await import(pathToFileURL(resolve(file)).href).catch((error: unknown) =>
        test('the file can be loaded', () => {
          throw error;
        }),
      );
    });
  });
}

async function stopTimeout(): Promise<never> {
  await backgroundSleep(longestStopMs);
  throw new Error('What the tests of the file have started was not stopped in time.');
}

function report(leftProcesses: readonly string[]): void {
  if (leftProcesses.length === 0) return;
  console.error(`Tests of this process have left processes behind:\n${leftProcesses.join('\n')}`);
  process.exitCode = 1;
}

function reportRest(): void {
  const kinds = process.getActiveResourcesInfo().join(', ');
  console.error(`All tests of this process have ended, but it is still running because of ${kinds}.`);
  process.exit(1);
}
