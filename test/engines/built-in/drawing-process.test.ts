import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

/**
 * Lets a drawing process do one piece of work and ends it, then kills itself, so that
 * it keeps nothing of its own.
 */
const server = `
  import { startDrawingProcess } from ${JSON.stringify(new URL('../../../src/engines/kinds/sketch/drawing-process.ts', import.meta.url).href)};
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
