import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';

const module = JSON.stringify(new URL('../../src/media/clip/watch-process.ts', import.meta.url).href);

const maxBytes = 400_000_000;

/**
 * Blocks its only thread like a decoder in an endless loop, and holds `heldBytes` bytes.
 * Prints a line if nothing ends it.
 */
const stuckProgram = (parent: number | string, timeoutMs: number, { heldBytes = 0 } = {}) => `
  import { writeSync } from 'node:fs';
  import { watchProcess } from ${module};
  watchProcess({ parent: ${parent}, timeoutMs: ${timeoutMs}, maxBytes: ${maxBytes} });
  const held = new Uint8Array(${heldBytes}).fill(1);
  for (const until = Date.now() + 60_000; Date.now() < until; );
  writeSync(2, 'It was still running.');
`;
const options = ['--input-type=module', '--eval'];

/** Starts a stuck process and kills itself. */
const server = `
  import { spawn } from 'node:child_process';
  const program = ${JSON.stringify(stuckProgram('SERVER', 600_000))}.replace('SERVER', process.pid);
  const args = [...${JSON.stringify(options)}, program];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  child.once('spawn', () => process.kill(process.pid, 'SIGKILL'));
`;

/** The output of the process and its children, once all of them have ended. */
async function readOutput(program: string): Promise<[string, NodeJS.Signals | null]> {
  const child = spawn(process.execPath, [...options, program], { stdio: ['ignore', 'ignore', 'pipe'] });
  const [output, [, signal]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  return [output, signal];
}

test('a stuck process ends when its server is killed', async () => {
  assert.deepEqual(await readOutput(server), ['', 'SIGKILL']);
});

test('a stuck process ends at its timeout', async () => {
  assert.deepEqual(await readOutput(stuckProgram(process.pid, 200)), ['', 'SIGKILL']);
});

test('a stuck process ends when it holds too much memory outside the heap', async () => {
  assert.deepEqual(await readOutput(stuckProgram(process.pid, 600_000, { heldBytes: maxBytes })), [
    '',
    'SIGKILL',
  ]);
});
