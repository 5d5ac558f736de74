import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallStep } from '../../../../test/support/engines/steps.ts';
import { maxMediaBytes, maxRecordBytes, maxStepBytes } from './answer-limits.ts';

const base64 = (bytes: number) => (bytes * 4) / 3;

test('an answer with pictures may be as large as what was asked for', () => {
  const large = { width: 8192, height: 4096, count: 1 };
  assert.ok(maxMediaBytes(large) > base64(8192 * 4096 * 8));
  assert.ok(maxMediaBytes({ ...large, width: 1024, height: 1024 }) < base64(33 << 20) + maxRecordBytes);
  const four = maxMediaBytes({ width: 1024, height: 1024, count: 4 });
  assert.ok(four > base64(4 * 32 * 1024 * 1024) && four < 256 * 1024 * 1024);
});

test('an answer with a clip grows with its length, up to what a text can hold', () => {
  const clip = { width: 1280, height: 720, count: 1 };
  assert.ok(maxMediaBytes({ ...clip, seconds: 1 }) < maxMediaBytes({ ...clip, seconds: 8 }));
  assert.equal(maxMediaBytes({ ...clip, seconds: 600 }), 512 * 1024 * 1024);
});

test('an answer of words is a record', async () => {
  assert.equal(maxStepBytes(await smallStep('ask')), maxRecordBytes);
  assert.ok(maxStepBytes(await smallStep('generate')) > maxRecordBytes);
});
