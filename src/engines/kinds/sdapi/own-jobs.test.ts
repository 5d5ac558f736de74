/** Interrupts that arrive too late and affect the next job. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOwnJobs } from './own-jobs.ts';

/** Interrupts job `a` while job `b` is requested. Job `b` is answered afterwards. */
async function answerOfOther(facts: { isSent: boolean; isActive: boolean }): Promise<string> {
  const jobs = openOwnJobs({ interrupt: async () => facts.isSent, isActive: async () => facts.isActive });
  const answer = Promise.withResolvers<string>();
  const other = jobs.run('b', () => answer.promise);
  await jobs.interrupt('a');
  answer.resolve('pictures');
  return other;
}

test("results of a job that was running during another job's interrupt are rejected and retried", async () => {
  await assert.rejects(answerOfOther({ isSent: true, isActive: true }), {
    code: 'engine_error',
    retryable: true,
  });
});

test('a job that was waiting, or was not interrupted, keeps its pictures', async () => {
  assert.equal(await answerOfOther({ isSent: true, isActive: false }), 'pictures');
  assert.equal(await answerOfOther({ isSent: false, isActive: true }), 'pictures');
});

test('a job that ends while another one is being interrupted is rejected', async () => {
  const interruptRequest = Promise.withResolvers<boolean>();
  const jobs = openOwnJobs({ interrupt: () => interruptRequest.promise, isActive: async () => false });
  const answer = Promise.withResolvers<string>();
  const other = jobs.run('b', () => answer.promise);
  const interruption = jobs.interrupt('a');
  answer.resolve('half a picture');
  await assert.rejects(other, { code: 'engine_error', retryable: true });
  interruptRequest.resolve(true);
  await interruption;
});
