import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@kinora/shared/errors/errors';
import { limitReports } from './limit-reports.ts';

test('each start accepts five reports per second', () => {
  let nowMs = 1_000_000;
  const count = limitReports({ now: () => nowMs });
  const tooMany = (error: unknown) => error instanceof AppError && error.code === 'reports_too_many';
  for (let reports = 0; reports < 5; reports++) count('one');
  assert.throws(() => count('one'), tooMany);
  count('another');
  nowMs += 999;
  assert.throws(() => count('one'), tooMany);
  nowMs += 1;
  count('one');
});
