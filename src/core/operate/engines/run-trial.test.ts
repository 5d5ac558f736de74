import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { openMemorySpool } from '../../../../test/support/engines/memory-spool.ts';
import type { Engine } from '../../../engines/contract/engine.ts';
import { HeldAnswers } from '../../../engines/adapter-kit/answers/held-answers.ts';
import { planEngine } from '../../../engines/planner/planned-engine.ts';
import { sketchPromptReader } from '../../../engines/kinds/sketch/prompt-reader.ts';
import type { StepEngine } from '../../../engines/contract/steps/step-engine.ts';
import { systemClock } from '@kinora/shared/clock';
import { readCatalogue } from '../../catalogue/models/catalogue.ts';
import { runTrial, trialJob } from './run-trial.ts';
import { samplePicture } from './trial-sample.ts';

const cards = readCatalogue().models.map(({ card }) => card);

test('the trial of an engine with image models is a small grid', () => {
  const job = trialJob('id', cards);
  assert.equal(job?.kind, 'grid');
  assert.deepEqual([job?.width, job?.height, job?.taskId], [64, 64, 'id']);
});

test('the trial of an engine with video models only is its smallest and shortest clip', () => {
  const clips = cards.filter(({ kind }) => kind === 'video');
  const job = trialJob('id', clips);
  assert.equal(job?.kind, 'clip');
  assert.ok((job?.seconds ?? 0) >= 1);
  assert.ok(clips.some(({ id }) => id === job?.model));
});

test('Sketch understands every word of the prompt, so that a Kinora can be tested from another', () => {
  for (const kind of ['image', 'video']) {
    const job = trialJob(
      'id',
      cards.filter(card => card.kind === kind),
    );
    assert.ok(job);
    const reading = sketchPromptReader.read({ ...job, isFollowUp: false });
    assert.ok(reading?.isEnough, kind);
    assert.deepEqual([reading.words.drawn.length > 0, reading.words.notUnderstood], [true, []]);
  }
});

test('an engine without models has no trial', () => {
  assert.equal(trialJob('id', []), undefined);
});

test('a trial that fails after its response was stored leaves nothing in the spool', async () => {
  const spool = openMemorySpool();
  const answers = new HeldAnswers(spool);
  const file = {
    kind: 'picture',
    contentType: 'image/png',
    width: 8,
    height: 8,
    bytes: new Uint8Array([1]),
  } as const;
  const steps: StepEngine = {
    name: 'held',
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots: 1, local: true, afterUnknownStart: 'never', isPaid: true },
    start: (_, key, signal) =>
      answers.start(
        key,
        async ({ onSent }) => {
          onSent();
          return { files: [file, file, file, file] };
        },
        signal,
      ),
    ...answers.methods(),
    close: async () => answers.close(),
  };
  const engine = planEngine(steps, () => ({ generate: { most: 4 } }));
  const job = trialJob('id', cards);
  assert.ok(job);
  const { error } = await runTrial(engine, job, { clock: systemClock, timeoutMs: 30_000 });
  assert.equal(error?.code, 'engine_error', 'one byte is not a picture');
  assert.deepEqual([...spool.files.keys()], []);
});

test('a trial fails where a task would: with more pictures than were asked for, and with fewer', async () => {
  const job = trialJob('id', cards);
  assert.ok(job);
  const bytes = new Uint8Array(64 * 64 * 4);
  for (const [count, reason] of [
    [1, '1 picture instead of 4'],
    [3, '3 pictures instead of 4'],
    [4, undefined],
    [8, '8 pictures instead of 4'],
  ] as const) {
    const picture = { kind: 'picture', contentType: 'image/x-rgba', width: 64, height: 64, ref: 0 } as const;
    const engine: Engine = {
      name: 'many',
      digitalSourceType: 'trainedAlgorithmicMedia',
      traits: { slots: 1, local: false, afterUnknownStart: 'repeat' },
      start: async () => ({}),
      check: async () => ({ state: 'done', media: Array.from({ length: count }, () => picture) }),
      open: async () => bytes,
      cancel: async () => {},
      close: async () => {},
    };
    const { error, files } = await runTrial(engine, job, { clock: systemClock, timeoutMs: 30_000 });
    assert.deepEqual([error?.details['reason'], files], [reason, reason ? undefined : count]);
  }
});

test('a trial shows what its adapter did wrong', async () => {
  const job = trialJob('id', cards);
  assert.ok(job);
  const engine = {
    traits: { slots: 1, local: false, afterUnknownStart: 'repeat' },
    start: () => Promise.reject(new RangeError('too deep')),
  } as Partial<Engine> as Engine;
  const { error } = await runTrial(engine, job, { clock: systemClock, timeoutMs: 30_000 });
  assert.deepEqual([error?.code, error?.details['reason']], ['engine_error', 'its adapter failed: too deep']);
});

const media = { kind: 'picture', contentType: 'image/x-rgba', width: 600, height: 300, ref: 0 } as const;

test('the sample of a trial is at most 256 pixels wide and high', async () => {
  const picture = await samplePicture(media, new Uint8Array(600 * 300 * 4).fill(255));
  const { width, height, format } = await sharp(
    Buffer.from(picture?.split(',')[1] ?? '', 'base64'),
  ).metadata();
  assert.deepEqual([format, width, height], ['webp', 256, 128]);
});

test('a clip has no sample, and an unreadable picture is an engine error', async () => {
  assert.equal(
    await samplePicture({ ...media, kind: 'clip', contentType: 'video/mp4' }, new Uint8Array(9)),
    undefined,
  );
  for (const contentType of ['image/png', 'image/x-rgba'])
    await assert.rejects(samplePicture({ ...media, contentType }, new Uint8Array(9)), {
      code: 'engine_error',
    });
});
