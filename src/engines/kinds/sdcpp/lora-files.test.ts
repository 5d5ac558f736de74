import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { smallStep } from '../../../../test/support/engines/steps.ts';
import { catchFailure } from '../../../../test/support/test-engine/instance.ts';
import { withLoras } from './lora-files.ts';

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-loras-'));
  for (const name of ['film-grain.safetensors', 'ink.gguf', 'notes.txt'])
    await writeFile(join(folder, name), '');
});
after(() => rm(folder, { recursive: true }));

const stepWith = async (lora: string) => ({
  ...(await smallStep('generate')),
  parameters: { lora, clip_skip: 2 },
});

test('files are named with or without their ending, each with its weight', async () => {
  const { step, fields } = await withLoras(await stepWith('film-grain, ink.gguf:0.6'), folder);
  assert.deepEqual(step.parameters, { clip_skip: 2 });
  assert.deepEqual(fields.lora, [
    { path: 'film-grain.safetensors', multiplier: 1 },
    { path: 'ink.gguf', multiplier: 0.6 },
  ]);
});

test('what is not in the folder is rejected with what is, and so are paths and large weights', async () => {
  for (const name of ['nothing', '../film-grain', 'notes.txt', '/etc/passwd']) {
    const { code, notStarted, reason } = await catchFailure(withLoras(await stepWith(name), folder));
    assert.deepEqual([code, notStarted], ['engine_rejected', true]);
    assert.match(reasonText(reason), /Available: film-grain, ink$/);
  }
  const { reason } = await catchFailure(withLoras(await stepWith('ink:9'), folder));
  assert.match(reasonText(reason), /from -4 to 4/);
  const failure = await catchFailure(withLoras(await stepWith('ink,'.repeat(9)), folder));
  assert.match(reasonText(failure.reason), /at most 8/);
});

test('without a folder, nothing of the step changes', async () => {
  const step = await stepWith('ink');
  assert.deepEqual(await withLoras(step, ''), { step, fields: {} });
});
