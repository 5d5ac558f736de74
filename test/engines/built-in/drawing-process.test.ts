import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const programUrl = new URL('../../../src/engines/kinds/sketch/drawing-process.ts', import.meta.url).href;

/**
 * Lets a drawing process do one piece of work and ends it, then kills itself, so that
 * it keeps nothing of its own.
 */
const server = `
  import { startDrawingProcess } from ${JSON.stringify(programUrl)};
  const job = { kind: 'shorten', prompt: 'a fox', seed: 1, width: 64, height: 64, exclude: [] };
  const started = startDrawingProcess({
    onUpdate: () => {},
    onExit: () => process.kill(process.pid, 'SIGKILL'),
    onRest: () => started.end(),
  });
  started.draw({ kind: 'texts', job });
`;

test('what a drawing process compiled is kept for the next one, although it is killed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-compiled-'));
  const child = spawn(process.execPath, ['--input-type=module', '--eval', server], {
    env: { ...process.env, NODE_COMPILE_CACHE: folder },
    stdio: 'ignore',
  });
  await once(child, 'exit');
  assert.equal(child.signalCode, 'SIGKILL');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  // A file for each module. Node itself keeps a few.
  const modules = entries.filter(entry => entry.isFile()).length;
  assert.ok(modules > 200, `${modules} modules are kept`);
  await rm(folder, { recursive: true });
});

/** Ends a drawing process after its result, when its report that it rests has been sent but not been read. */
const lateEnd = `
  import { startDrawingProcess } from ${JSON.stringify(programUrl)};
  const job = { kind: 'shorten', prompt: 'a fox', seed: 1, width: 64, height: 64, exclude: [] };
  let rests = 0;
  const { promise: result, resolve } = Promise.withResolvers();
  const drawingProcess = startDrawingProcess({
    onUpdate: () => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
      drawingProcess.end();
      resolve();
    },
    onExit: () => {},
    onRest: () => rests++,
  });
  drawingProcess.draw({ kind: 'texts', job });
  await result;
  await drawingProcess.exit;
  console.log(rests);
`;

test('a process that is ended while its report is under way rests no more, and its exit is waited for', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', lateEnd]);
  assert.equal(stdout, '0\n');
});
