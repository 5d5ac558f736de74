import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRefusalText, jobEnd } from './job-words.ts';

test('the words of providers and of gateways for an end are understood, in any case', () => {
  for (const word of ['completed', 'COMPLETED', 'success', 'Succeed', 'succeeded', 'done', ' finished '])
    assert.equal(jobEnd(word), 'done', word);
  for (const word of ['failed', 'fail', 'FAILURE', 'error', 'canceled', 'cancelled', 'expired'])
    assert.equal(jobEnd(word), 'failed', word);
  for (const word of ['queued', 'in_progress', 'NOT_START', 'submitted', 'constructor', '', null, undefined])
    assert.equal(jobEnd(word), undefined, String(word));
});

test('a refusal is told from a check that did not work, and from other failures', () => {
  for (const text of [
    'Failure to pass the risk control system',
    '[Banned prompt detected] Sorry! Our AI moderators feel your prompt might be against our community standards',
    'Your request was rejected by the safety system',
    'content policy violation',
    '提示词包含敏感词',
  ])
    assert.ok(isRefusalText(text), text);
  for (const text of [
    'The moderation service is unavailable',
    'content filter timed out, try again later',
    'CUDA out of memory',
    'no capacity',
    '',
  ])
    assert.ok(!isRefusalText(text), text);
});
