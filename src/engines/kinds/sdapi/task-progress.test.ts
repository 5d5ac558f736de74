import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpRequest } from '../../adapter-kit/http/http-client.ts';
import { openTaskProgress } from './task-progress.ts';

const never = new AbortController().signal;

function startProgram() {
  const program = { status: 200, paths: [] as string[], nowMs: 0 };
  const client = {
    send: async ({ path }: HttpRequest) => {
      program.paths.push(String(path));
      const bytes = Buffer.from(JSON.stringify({ active: true, progress: 0.5 }));
      const { status } = program;
      return { status, isOk: status === 200, headers: {}, contentType: 'application/json', bytes };
    },
  };
  const progress = openTaskProgress({ client, isEnabled: true, clock: { now: () => program.nowMs } });
  return { program, progress };
}

for (const status of [404, 405])
  test(`after one answer with status ${status}, progress is asked for again a minute later`, async () => {
    const { program, progress } = startProgram();
    program.status = status;
    assert.equal(await progress.read('a', never), undefined);
    program.status = 200;
    program.nowMs = 59_999;
    assert.equal(await progress.read('a', never), undefined);
    assert.equal(program.paths.length, 1);
    program.nowMs = 60_000;
    assert.deepEqual(await progress.read('a', never), { progress: 0.5 });
  });

test('a job is interrupted although an earlier answer had status 404', async () => {
  const { program, progress } = startProgram();
  program.status = 404;
  await progress.read('a', never);
  program.status = 200;
  assert.equal(await progress.interrupt('a'), true);
  assert.equal(program.paths.at(-1), '/sdapi/v1/interrupt');
});
