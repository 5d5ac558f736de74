/** The conformance suite of engines. The test file of each engine runs it. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { probeClip } from '../media/clip/clip.ts';
import { decodePicture } from '../media/picture/picture.ts';
import {
  digitalSourceTypes,
  type Engine,
  type EngineHandle,
  type EngineJob,
  type EngineMedia,
  type EngineStatus,
} from './engine.ts';

export interface ConformanceOptions {
  /** A small picture job that the engine can do in seconds. */
  readonly gridJob: EngineJob;
  readonly clipJob?: EngineJob;
}

type Done = Extract<EngineStatus, { state: 'done' }>;

const never = new AbortController().signal;

export function testEngine(
  name: string,
  open: () => Promise<Engine>,
  { gridJob, clipJob }: ConformanceOptions,
): void {
  let engine: Engine;
  let keys = 0;
  const newKey = () => `conformance:${keys++}`;
  before(async () => {
    engine = await open();
  });
  after(() => engine.close());

  test(`${name}: declares the source type of its media, and its prompt reader has its name`, () => {
    assert.ok(digitalSourceTypes.includes(engine.digitalSourceType));
    assert.equal(engine.promptReader?.engine ?? engine.name, engine.name);
  });

  test(`${name}: a grid is started, followed to its end with rising progress, and fetched, twice`, async () => {
    const operation = await engine.start(gridJob, newKey(), never);
    const { done, progress } = await follow(engine, operation);
    assert.deepEqual(
      progress,
      [...progress].sort((a, b) => a - b),
      'progress rises',
    );
    assert.equal(done.media.length, 4);
    for (const media of done.media) {
      const [first, second] = [
        await bytesOf(engine, operation, media),
        await bytesOf(engine, operation, media),
      ];
      assert.deepEqual(first, second);
      await assertPicture(media, first, gridJob);
    }
    await engine.cancel(operation);
  });

  test(`${name}: an operation survives being written down as JSON`, async () => {
    const operation = await engine.start(gridJob, newKey(), never);
    const stored = JSON.parse(JSON.stringify(operation)) as EngineHandle;
    const { done } = await follow(engine, stored);
    assert.deepEqual(JSON.parse(JSON.stringify(done.media)), done.media);
    assert.deepEqual(JSON.parse(JSON.stringify(done.recipe ?? null)), done.recipe ?? null);
    await engine.cancel(stored);
  });

  test(`${name}: the follow-ups start from the recipe alone`, async () => {
    const operation = await engine.start(gridJob, newKey(), never);
    const { done } = await follow(engine, operation);
    await engine.cancel(operation);
    const parent = { recipe: done.recipe ?? null, candidate: 1, prompt: gridJob.prompt };
    const upscale = {
      ...gridJob,
      kind: 'upscale',
      width: gridJob.width * 2,
      height: gridJob.height * 2,
      parent,
    } as const;
    for (const [job, count] of [
      [upscale, 1],
      [{ ...gridJob, kind: 'variation', seed: gridJob.seed + 1, parent } as const, 4],
    ] as const) {
      const followUp = await engine.start(job, newKey(), never);
      const result = await follow(engine, followUp);
      assert.equal(result.done.media.length, count);
      for (const media of result.done.media)
        await assertPicture(media, await bytesOf(engine, followUp, media), job);
      await engine.cancel(followUp);
    }
  });

  test(`${name}: pictures of 64 x 64, as in a trial`, async () => {
    const job = { ...gridJob, prompt: 'a red circle', width: 64, height: 64 };
    const operation = await engine.start(job, newKey(), never);
    const { done } = await follow(engine, operation);
    assert.equal(done.media.length, 4);
    for (const media of done.media) await assertPicture(media, await bytesOf(engine, operation, media), job);
    await engine.cancel(operation);
  });

  if (clipJob) {
    test(`${name}: a clip has the size, length and sound asked for, then come its poster and its frames`, async () => {
      const operation = await engine.start(clipJob, newKey(), never);
      const { done } = await follow(engine, operation);
      const [media, poster, ...frames] = done.media;
      assert.ok(media && poster && (frames.length === 0 || frames.length === 16));
      const clip = await probeClip(await bytesOf(engine, operation, media));
      assert.deepEqual(
        [clip.width, clip.height, clip.durationMs, clip.sound !== undefined],
        [clipJob.width, clipJob.height, (clipJob.seconds ?? 0) * 1000, clipJob.audio ?? false],
      );
      await assertPicture(poster, await bytesOf(engine, operation, poster), clipJob);
      for (const frame of frames) await assertFrame(frame, await bytesOf(engine, operation, frame));
      await engine.cancel(operation);
    });
  }

  test(`${name}: an operation it does not know is lost, and cancelling it does no harm, twice`, async () => {
    const operation = await engine.start(gridJob, newKey(), never);
    await engine.cancel(operation);
    await engine.cancel(operation);
    const state = await engine.check(engine.traits.local ? operation : { id: 'unknown' }, 0, never);
    assert.equal(state.state, 'lost');
  });

  test(`${name}: a start that is repeated with its key is the same work`, async () => {
    // The starts of an engine without this trait are never repeated.
    if (engine.traits.afterUnknownStart !== 'repeat') return;
    const key = newKey();
    const [first, second] = [
      await engine.start(gridJob, key, never),
      await engine.start(gridJob, key, never),
    ];
    assert.deepEqual(first, second);
    await follow(engine, first);
    await engine.cancel(first);
  });

  test(`${name}: a check comes back soon after its wait, or its signal`, async () => {
    const operation = await engine.start(gridJob, newKey(), never);
    const aborted = AbortSignal.abort();
    await engine.check(operation, 60_000, aborted).catch(() => {});
    await follow(engine, operation);
    await engine.cancel(operation);
  });
}

async function follow(engine: Engine, operation: EngineHandle): Promise<{ done: Done; progress: number[] }> {
  const progress: number[] = [];
  for (;;) {
    const state = await engine.check(operation, 1000, never);
    if (state.state === 'done') return { done: state, progress };
    assert.equal(state.state, 'running', JSON.stringify(state));
    assert.ok(state.progress >= 0 && state.progress <= 1);
    progress.push(state.progress);
  }
}

async function bytesOf(engine: Engine, operation: EngineHandle, media: EngineMedia): Promise<Uint8Array> {
  const opened = await engine.open(operation, media, never);
  return opened instanceof Uint8Array ? opened : new Uint8Array(await buffer(opened));
}

async function assertFrame(media: EngineMedia, bytes: Uint8Array): Promise<void> {
  assert.equal(media.kind, 'frame');
  const { width, height } = await decodePicture(bytes);
  assert.deepEqual([width, height], [media.width, media.height]);
  assert.ok(Math.max(width, height) <= 320);
}

async function assertPicture(media: EngineMedia, bytes: Uint8Array, job: EngineJob): Promise<void> {
  assert.deepEqual([media.kind, media.width, media.height], ['picture', job.width, job.height]);
  if (media.contentType === 'image/x-rgba') return assert.equal(bytes.length, job.width * job.height * 4);
  const { width, height } = await decodePicture(bytes);
  assert.deepEqual([width, height], [job.width, job.height]);
}
