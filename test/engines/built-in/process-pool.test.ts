import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import { ProcessPool } from '../../../src/engines/kinds/sketch/process-pool.ts';
import type { SketchUpdate } from '../../../src/engines/kinds/sketch/sketch-work.ts';

const job: EngineJob = {
  taskId: 'test',
  model: 'sketch',
  kind: 'grid',
  prompt: 'a lighthouse on a cliff',
  seed: 7,
  width: 96,
  height: 64,
  exclude: [],
  version: '7',
};
const picture = { kind: 'picture', job, candidate: 0 } as const;
const large = { ...picture, job: { ...job, width: 2048, height: 2048 } } as const;

/** Runs the work and returns its last update. */
function draw(pool: ProcessPool, work: typeof picture): Promise<SketchUpdate> {
  return new Promise(resolve => pool.run(work, update => update.type !== 'progress' && resolve(update)));
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a job fails if its process is killed, and another process draws the next one', async () => {
  const pool = new ProcessPool(1);
  const killedDrawing = draw(pool, large);
  const waiting = draw(pool, picture);
  const [pid] = pool.pids;
  process.kill(pid!, 'SIGKILL');
  assert.deepEqual(await killedDrawing, { type: 'failed', message: 'a drawing process ended: SIGKILL' });
  assert.equal((await waiting).type, 'picture');
  assert.notEqual(pool.pids[0], pid);
  await pool.close();
});

test('dropped work ends with its process, and the next work is drawn', async () => {
  const pool = new ProcessPool(1);
  const drop = pool.run(large, update => assert.fail(`heard ${update.type}`));
  const [pid] = pool.pids;
  drop();
  assert.equal((await draw(pool, picture)).type, 'picture');
  assert.equal(isRunning(pid!), false);
  await pool.close();
});

test('a process that holds too much memory is replaced between two jobs', async () => {
  const strict = new ProcessPool(1, { restingBytes: 1, idleMs: 60_000 });
  const first = draw(strict, picture);
  const [pid] = strict.pids;
  const second = draw(strict, picture);
  assert.equal((await first).type, 'picture');
  assert.equal((await second).type, 'picture');
  assert.notEqual(strict.pids[0], pid);
  await strict.close();
});

test('processes exit when idle and start again for the next work', async () => {
  const brief = new ProcessPool(1, { restingBytes: Number.POSITIVE_INFINITY, idleMs: 1 });
  await draw(brief, picture);
  while (brief.pids.length > 0) await new Promise(resolve => setImmediate(resolve));
  assert.equal((await draw(brief, picture)).type, 'picture');
  await brief.close();
});

test('processes that were started in advance draw the first work, and exit without any', async () => {
  const early = new ProcessPool(2);
  early.warmUp();
  const { pids } = early;
  assert.equal(pids.length, 2);
  assert.equal((await draw(early, picture)).type, 'picture');
  assert.deepEqual(early.pids, pids);
  await early.close();
  const brief = new ProcessPool(2, { restingBytes: Number.POSITIVE_INFINITY, idleMs: 1 });
  brief.warmUp();
  while (brief.pids.length > 0) await new Promise(resolve => setImmediate(resolve));
  await brief.close();
});

test('a closed pool leaves no process behind', async () => {
  const closing = new ProcessPool(2);
  // Larger pictures are drawn one at a time.
  const medium = { ...picture, job: { ...job, width: 1536, height: 1536 } } as const;
  void draw(closing, medium);
  void draw(closing, medium);
  const { pids } = closing;
  assert.equal(pids.length, 2);
  await closing.close();
  assert.deepEqual(pids.filter(isRunning), []);
});

test('a process that exceeds its memory limit is killed, even in a busy loop', async () => {
  const limiter = new URL('../../../src/engines/kinds/sketch/limit-memory.ts', import.meta.url);
  const code = `import { limitMemory } from '${limiter}';
    limitMemory(300 * 1024 * 1024);
    const held = [];
    for (;;) held.length < 60 ? held.push(new Uint8Array(8 * 1024 * 1024).fill(1)) : held.reverse();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' });
  assert.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
});

test('large pictures are drawn one at a time, and small jobs overtake waiting large ones', async () => {
  const pool = new ProcessPool(2);
  const finishedJobs: string[] = [];
  const begin = (name: string, work: typeof picture) => draw(pool, work).then(() => finishedJobs.push(name));
  // They take longer than anything else here, also on a busy machine.
  const huge = { ...picture, job: { ...job, width: 4096, height: 4096 } } as const;
  const began: string[] = [];
  const dropFirst = pool.run(huge, () => began.push('first'));
  const dropSecond = pool.run(huge, () => began.push('second'));
  await begin('small', picture);
  await begin('smaller', picture);
  assert.deepEqual(finishedJobs, ['small', 'smaller']);
  assert.ok(!began.includes('second'), 'the second large picture waits for the first');
  dropFirst();
  dropSecond();
  assert.equal((await draw(pool, picture)).type, 'picture');
  await pool.close();
});
