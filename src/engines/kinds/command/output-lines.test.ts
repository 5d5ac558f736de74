import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { onOutputLine } from './output-lines.ts';

async function readLines(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const [output, lines] = [new PassThrough(), [] as string[]];
  onOutputLine(output, line => lines.push(line));
  for (const chunk of chunks) output.write(chunk);
  output.end();
  await once(output, 'end');
  return lines;
}

test('lines end with a line feed, a carriage return or both, across any boundaries of chunks', async () => {
  const lines = ['progress 0.1', 'preview é.png', '', 'a', 'b', 'end'];
  const bytes = Buffer.from('progress 0.1\r\npreview é.png\n\na\rb\r\nend');
  assert.deepEqual(await readLines([bytes]), lines);
  const single = [...bytes].map(byte => Uint8Array.of(byte));
  assert.deepEqual(await readLines(single), lines);
});

test('of a long line, only the beginning is read, and the next line is complete', async () => {
  const [long = '', next, ...more] = await readLines([
    ...Array(100).fill('x'.repeat(1000)),
    '\nprogress 1\n',
  ]);
  assert.deepEqual([long.length, next, more], [5000, 'progress 1', []]);
});

const skip = process.platform !== 'linux' && 'needs /proc';
test(
  'a program that prints 300 MB without ending a line does not fill the memory of its runner',
  {
    skip,
  },
  async t => {
    const folder = await mkdtemp(join(tmpdir(), 'kinora-output-'));
    t.after(() => rm(folder, { recursive: true }));
    // The parent of the program is the runner. It prints the most memory that its parent has had.
    const script = `head -c 300000000 /dev/zero | tr '\\0' x; echo; grep VmHWM /proc/$PPID/status`;
    const run = { program: '/bin/sh', arguments: ['-c', script], environment: { PATH: '/usr/bin:/bin' } };
    const limits = { timeoutMs: 60_000, maxBytes: 10_000_000 };
    await writeFile(join(folder, 'run.json'), JSON.stringify({ ...run, ...limits }));
    const runner = fileURLToPath(new URL('./run-program.ts', import.meta.url));
    await once(spawn(process.execPath, [runner, folder], { detached: true, stdio: 'ignore' }), 'exit');
    const { code, lastLines } = JSON.parse(await readFile(join(folder, 'exit.json'), 'utf8'));
    assert.equal(code, 0);
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(lastLines.at(-1)) ?? [];
    assert.ok(Number(kilobytes) < 250_000, lastLines.at(-1));
  },
);
