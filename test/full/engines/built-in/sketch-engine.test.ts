import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { probeClip } from '../../../../src/media/clip/clip.ts';
import { encodeWebp, type RawPicture } from '../../../../src/media/picture/picture.ts';
import { testEngine } from '../../../../src/engines/contract/conformance.ts';
import type { EngineJob } from '../../../../src/engines/contract/engine-job.ts';
import type { EngineStatus } from '../../../../src/engines/contract/engine-status.ts';
import { openSketchEngine } from '../../../../src/engines/kinds/sketch/sketch-engine.ts';
import { finishedJob } from '../../../support/engines/finished-job.ts';

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

testEngine('sketch', async () => openSketchEngine({ threads: 2 }), {
  jobs: ['grid', 'upscale', 'variation', 'edit', 'retexture', 'outpaint', 'clip', 'describe', 'shorten'],
  gridJob,
  clipJob: { ...clipJob, audio: true },
});

const engine = openSketchEngine({ threads: 2 });
after(() => engine.close());
const never = new AbortController().signal;
/** A call whose job is never requested. */
const callWithoutJob = { signal: never, job: () => Promise.reject(new Error('not asked for')) };
let keys = 0;

/** Fingerprints of the pictures of a job, in the order of the candidates. */
async function draw(change: Partial<EngineJob>): Promise<string[]> {
  const { files } = await finish({ ...gridJob, ...change });
  return files.map(bytes => createHash('sha256').update(bytes).digest('hex'));
}

test('the same job draws the same four different pictures', async () => {
  const [first, second] = [await draw({}), await draw({})];
  assert.deepEqual(first, second);
  assert.equal(new Set(first).size, 4);
});

test('every parameter affects the picture', async () => {
  const usual = await draw({});
  const changes: Partial<EngineJob>[] = [
    { seed: 8 },
    { version: '3' },
    { version: '5' },
    { version: '8.2' },
    { version: 'niji 6' },
    { style: 'raw' },
    { exclude: ['lighthouse'] },
    { prompt: `${gridJob.prompt}, watercolor` },
    { prompt: `three foxes beside a lighthouse on a cliff at sunset` },
    { width: 96, height: 128 },
  ];
  for (const change of changes) {
    const pictures = await draw(change);
    assert.ok(
      pictures.every((picture, index) => picture !== usual[index]),
      JSON.stringify(change),
    );
  }
});

test('an exclusion of something that is not in the picture changes nothing', async () => {
  assert.deepEqual(await draw({ exclude: ['submarines'] }), await draw({}));
});

for (const change of [{ weird: 3000 }, { quality: 0.25 }, { stop: 30 }, { tile: true }])
  test(`all previews of a grid with ${JSON.stringify(change)} have the same size`, async () => {
    const job = { ...gridJob, ...change, width: 96, height: 64 };
    const handle = await engine.start(job, `test:${keys++}`, never);
    const sizes = new Set<string>();
    let state: EngineStatus;
    do {
      state = await engine.check(handle, 1000, callWithoutJob);
      if (state.state === 'running' && state.preview)
        sizes.add(`${state.preview.width}x${state.preview.height}`);
    } while (state.state === 'running');
    assert.equal(state.state, 'done');
    assert.deepEqual([...sizes], ['192x128']);
    await engine.cancel(handle);
  });

test('each candidate of a clip has a poster and can be extended', async () => {
  const picture = await drawJob({ width: 96, height: 64 });
  const inputs = [
    { role: 'picture', contentType: 'image/webp', width: 96, height: 64, bytes: await encodeWebp(picture) },
  ] as const;
  const job = { ...clipJob, width: 96, height: 64, framesPerSecond: 12 };
  const first = await finish({ ...job, clips: 2, inputs });
  const candidate = ['clip', 'picture', ...Array.from({ length: 16 }, () => 'frame')];
  assert.deepEqual(
    first.media.map(({ kind }) => kind),
    [...candidate, ...candidate],
  );
  const recipe = JSON.parse(JSON.stringify(first.recipe));
  const parent = { recipe, candidate: 1, prompt: job.prompt };
  const longer = await finish({ ...job, seconds: 3, extend: true, parent });
  assert.equal((await probeClip(longer.files[0]!)).durationMs, 3000);
  // The pixels of an uploaded picture are stored once.
  assert.deepEqual(
    recipe.pictures.map(({ clip }: { clip: { first?: string } }) => clip.first !== undefined),
    [true, false],
  );
});

test('an extended clip keeps its sound, even at another size, and so does a remix', async () => {
  const job = { ...clipJob, prompt: 'rain on a lake', framesPerSecond: 12, audio: true } as const;
  const first = await finish(job);
  const parent = { recipe: JSON.parse(JSON.stringify(first.recipe)), candidate: 0, prompt: job.prompt };
  const longer = { ...job, parent, seed: 99, extend: true, seconds: 3, width: 128, height: 128 };
  const remix = { ...job, parent, prompt: 'snow on a lake', remix: true };
  for (const [next, seconds] of [
    [longer, 3],
    [remix, 2],
  ] as const) {
    const { files } = await finish(next);
    const { sound, durationMs, width } = await probeClip(files[0]!);
    assert.deepEqual([sound?.durationMs, durationMs, width], [seconds * 1000, seconds * 1000, next.width]);
  }
});

async function drawJob(change: Partial<EngineJob>): Promise<RawPicture> {
  const { files, media } = await finish({ ...gridJob, ...change });
  return { data: files[0]!, width: media[0]!.width, height: media[0]!.height };
}

function finish(job: EngineJob) {
  return finishedJob(engine, job);
}
