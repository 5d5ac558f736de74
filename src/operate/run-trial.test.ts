import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCatalogue } from '../models/catalogue.ts';
import { trialJob } from './run-trial.ts';

const cards = readCatalogue().models.map(({ card }) => card);

test('the trial of an engine with image models is a small grid', () => {
  const job = trialJob('id', cards);
  assert.equal(job?.kind, 'grid');
  assert.deepEqual([job?.width, job?.height, job?.taskId], [64, 64, 'id']);
});

test('the trial of an engine with video models alone is its smallest and shortest clip', () => {
  const clips = cards.filter(({ kind }) => kind === 'video');
  const job = trialJob('id', clips);
  assert.equal(job?.kind, 'clip');
  assert.ok((job?.seconds ?? 0) >= 1);
  assert.ok(clips.some(({ id }) => id === job?.model));
});

test('an engine without models has no trial', () => {
  assert.equal(trialJob('id', []), undefined);
});
