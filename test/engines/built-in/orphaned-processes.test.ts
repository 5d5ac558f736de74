import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

/** Starts a grid and kills itself while two drawing processes are working. */
const server = `
  import { openSketchEngine } from ${JSON.stringify(new URL('../../../src/engines/kinds/sketch/sketch-engine.ts', import.meta.url).href)};
  const engine = openSketchEngine({ threads: 2 });
  const never = new AbortController().signal;
  const prompt = 'a fox in a forest beside a lake';
  const size = { width: 768, height: 768 };
  const job = { taskId: 'test', model: 'test', kind: 'grid', prompt, seed: 1, ...size, exclude: [] };
  await engine.start(job, 'test', never);
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 1000);
`;

test('drawing processes end silently when their server is killed', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', server], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  // The stream ends when the last process that holds it has ended, which is a drawing process.
  assert.equal(await text(child.stderr), '');
  assert.equal(child.signalCode, 'SIGKILL');
});
