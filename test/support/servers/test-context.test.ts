import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { atEnd } from './clean-up.ts';

const context = new URL('./test-context.ts', import.meta.url).href;

/** Its suite is built, and its tests run, after pauses, as those of a file that is imported. */
const program = `
await import(${JSON.stringify(context)});
const { executionAsyncId } = await import('node:async_hooks');
const { suite, test } = await import('node:test');
const pause = () => new Promise(resolve => setTimeout(resolve, 5));
suite('a file', async () => {
  await pause();
  test('fails later', async () => {
    setTimeout(() => { throw new Error('too late'); }, 5);
    await new Promise(resolve => setTimeout(resolve, 1000));
  });
  test('has no hook', async () => {
    const idAfterPromise = async () => { await undefined; return executionAsyncId(); };
    const [one, other] = await Promise.all([idAfterPromise(), idAfterPromise()]);
    if (one !== other) throw new Error('Each promise has an id.');
    await pause();
    await test('is nested', pause);
  });
});
`;

test('without hooks, the runner finds the suite of a test and the test of an error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-context-'));
  atEnd(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'program.mjs'), program);
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const output = await new Promise<string>(resolve => {
    execFile(process.execPath, [join(folder, 'program.mjs')], { env }, (_, stdout) => resolve(stdout));
  });
  const lines = output.split('\n').map(line => line.replace(/ \(.*\)$/, ''));
  const tree = lines.slice(0, lines.indexOf('')).filter(line => !line.startsWith('ℹ'));
  assert.deepEqual(tree, [
    '▶ a file',
    '  ✖ fails later',
    '  ▶ has no hook',
    '    ✔ is nested',
    '  ✔ has no hook',
    '✖ a file',
  ]);
  assert.match(output, /Error: too late/);
});
