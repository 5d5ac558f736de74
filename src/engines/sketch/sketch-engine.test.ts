import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { testEngine } from '../conformance.ts';
import type { EngineJob, OperationState } from '../engine.ts';
import { openSketchEngine } from './sketch-engine.ts';

const gridJob: EngineJob = {
  taskId: 'test',
  model: 'sketch',
  kind: 'grid',
  prompt: 'a red fox beside a lighthouse on a cliff at sunset',
  seed: 7,
  width: 128,
  height: 96,
  exclude: [],
  version: '7',
};
const clipJob: EngineJob = {
  ...gridJob,
  kind: 'clip',
  width: 160,
  height: 96,
  seconds: 2,
  framesPerSecond: 24,
};

testEngine('sketch', async () => openSketchEngine({ threads: 2 }), { gridJob, clipJob });

const engine = openSketchEngine({ threads: 2 });
after(() => engine.close());
const never = new AbortController().signal;
let keys = 0;

/** Fingerprints of the pictures of a job, in candidate order. */
async function draw(change: Partial<EngineJob>): Promise<string[]> {
  const job = { ...gridJob, ...change };
  const operation = await engine.start(job, `test:${keys++}`, never);
  let state: OperationState;
  do state = await engine.check(operation, 1000, never);
  while (state.state === 'running');
  assert.equal(state.state, 'done', JSON.stringify(state));
  const pictures = await Promise.all(state.media.map(media => engine.open(operation, media, never)));
  await engine.cancel(operation);
  return pictures.map(bytes =>
    createHash('sha256')
      .update(bytes as Uint8Array)
      .digest('hex'),
  );
}

test('the same job draws the same four pictures, all different', async () => {
  const [first, second] = [await draw({}), await draw({})];
  assert.deepEqual(first, second);
  assert.equal(new Set(first).size, 4);
});

test('every parameter is seen in the picture', async () => {
  const usual = await draw({});
  const changes: Partial<EngineJob>[] = [
    { seed: 8 },
    { version: '3' },
    { version: '5' },
    { version: '8.2' },
    { version: 'niji 6' },
    { raw: true },
    { exclude: ['lighthouse'] },
    { prompt: `${gridJob.prompt}, watercolor` },
    { prompt: `three foxes beside a lighthouse on a cliff at sunset` },
    { width: 96, height: 128 },
  ];
  for (const change of changes) {
    const changed = await draw(change);
    assert.ok(
      changed.every((picture, index) => picture !== usual[index]),
      JSON.stringify(change),
    );
  }
});

test('what is left out by words that are not in the picture changes nothing', async () => {
  assert.deepEqual(await draw({ exclude: ['submarines'] }), await draw({}));
});
