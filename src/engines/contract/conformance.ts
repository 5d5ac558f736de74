/**
 * The conformance suite of engines. The test file of each engine runs it, with the kinds of jobs
 * that the engine's kind declares.
 * @NOTE length: it is one suite.
 */
import { cutCell } from '../../media/picture/cut-sheet.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readAll } from './read-media.ts';
import { probeClip } from '../../media/clip/clip.ts';
import { decodePicture, encodeWebp } from '../../media/picture/picture.ts';
import { countCandidates, type EngineJob } from './engine-job.ts';
import type { Engine } from './engine.ts';
import type { EngineHandle } from './engine-handle.ts';
import type { EngineMedia } from './engine-media.ts';
import type { EngineStatus } from './engine-status.ts';
import { digitalSourceTypes } from '../../media/provenance/digital-source-type.ts';
import type { JobKind } from '@kinora/shared/models/job-kinds';

export interface ConformanceOptions {
  /** The kinds of jobs that the engine's kind declares. Only the parts of the suite for these run. */
  readonly jobs: readonly JobKind[];
  /**
   * A small grid that the engine generates in seconds. Jobs of other kinds use its
   * prompt, seed, size and version.
   */
  readonly gridJob: EngineJob;
  /** A small clip. Required if the engine generates clips. */
  readonly clipJob?: EngineJob;
}

type DoneStatus = Extract<EngineStatus, { state: 'done' }>;

const never = new AbortController().signal;
const callFor = (job: EngineJob) => ({ signal: never, job: async () => job });

interface Suite extends ConformanceOptions {
  readonly name: string;
  readonly engine: () => Engine;
  readonly newKey: () => string;
}

export function testEngine(name: string, open: () => Promise<Engine>, options: ConformanceOptions): void {
  let engine: Engine;
  let keys = 0;
  before(async () => {
    engine = await open();
  });
  after(() => engine.close());
  const suite = { ...options, name, engine: () => engine, newKey: () => `conformance:${keys++}` };

  testTraits(suite);
  testSteps(suite);
  for (const kind of options.jobs) {
    if (kind === 'clip') testClip(suite);
    else if (kind === 'describe' || kind === 'shorten') testTexts(suite, kind);
    else if (isFollowUp(kind)) testFollowUp(suite, kind);
    else testPictures(suite, kind);
  }
}

function testTraits({ name, engine: engineOf, jobs, clipJob }: Suite): void {
  test(`${name}: declares the source type of its media`, () => {
    const engine = engineOf();
    assert.ok(digitalSourceTypes.includes(engine.digitalSourceType));
  });

  test(`${name}: declares each kind of job once, with the traits and functions that it needs`, () => {
    const { traits, find } = engineOf();
    assert.equal(new Set(jobs).size, jobs.length);
    assert.ok(traits.slots >= 1);
    assert.equal(jobs.includes('clip'), clipJob !== undefined, 'clipJob');
    assert.ok(
      jobs.some(kind => !isFollowUp(kind)),
      'a job that is no follow-up',
    );
    if (traits.afterUnknownStart === 'find') assert.ok(find);
  });
}

/** Tests that apply to every job. They use the first kind that is no follow-up. */
function testSteps(suite: Suite): void {
  const { name, newKey } = suite;
  const anyJob = async () => makeJob(suite, suite.jobs.find(kind => !isFollowUp(kind)) ?? 'grid');

  test(`${name}: a handle can be stored as JSON`, async () => {
    const engine = suite.engine();
    const job = await anyJob();
    const stored = JSON.parse(JSON.stringify(await engine.start(job, newKey(), never))) as EngineHandle;
    const { done, handle } = await follow(engine, stored, job);
    assert.deepEqual(JSON.parse(JSON.stringify(done.media)), done.media);
    assert.deepEqual(JSON.parse(JSON.stringify(done.recipe ?? null)), done.recipe ?? null);
    await engine.cancel(handle);
  });

  test(`${name}: an unknown handle is lost, and a repeated cancel is harmless`, async () => {
    const engine = suite.engine();
    const job = await anyJob();
    const handle = await engine.start(job, newKey(), never);
    await engine.cancel(handle);
    await engine.cancel(handle);
    const unknown = engine.traits.local ? handle : { id: 'unknown' };
    const state = await engine.check(unknown, 0, callFor(job));
    assert.equal(state.state, 'lost');
  });

  test(`${name}: a start repeated with the same key returns the same handle`, async () => {
    const engine = suite.engine();
    // The starts of an engine without this trait are never repeated.
    if (engine.traits.afterUnknownStart !== 'repeat') return;
    const key = newKey();
    const job = await anyJob();
    const [first, second] = [await engine.start(job, key, never), await engine.start(job, key, never)];
    assert.deepEqual(first, second);
    const { handle } = await follow(engine, first, job);
    await engine.cancel(handle);
  });

  test(`${name}: work is found by the key of its start, and an unknown key finds nothing`, async () => {
    const engine = suite.engine();
    if (engine.traits.afterUnknownStart !== 'find') return;
    const key = newKey();
    const job = await anyJob();
    const initialHandle = await engine.start(job, key, never);
    assert.deepEqual(await engine.find?.(key, callFor(job)), initialHandle);
    assert.equal(await engine.find?.(newKey(), callFor(job)), undefined);
    const { handle } = await follow(engine, initialHandle, job);
    await engine.cancel(handle);
  });

  test(`${name}: a check ends when its signal fires`, async () => {
    const engine = suite.engine();
    const job = await anyJob();
    const initialHandle = await engine.start(job, newKey(), never);
    const aborted = { ...callFor(job), signal: AbortSignal.abort() };
    await engine.check(initialHandle, 60_000, aborted).catch(() => {});
    const { handle } = await follow(engine, initialHandle, job);
    await engine.cancel(handle);
  });
}

function testPictures(suite: Suite, kind: 'grid' | 'edit' | 'retexture'): void {
  const { name, newKey } = suite;

  test(`${name}: a job of kind ${kind} runs with rising progress, and its files can be fetched twice`, async () => {
    const engine = suite.engine();
    const job = await makeJob(suite, kind);
    const initialHandle = await engine.start(job, newKey(), never);
    const { done, progress, handle } = await follow(engine, initialHandle, job);
    assert.deepEqual(
      progress,
      [...progress].sort((a, b) => a - b),
      'progress rises',
    );
    assert.equal(done.media.length, 4);
    for (const media of done.media) {
      const [first, second] = [
        await readBytes(engine, { handle, job }, media),
        await readBytes(engine, { handle, job }, media),
      ];
      assert.deepEqual(first, second);
      await assertPicture(media, first, job);
    }
    await engine.cancel(handle);
  });

  // This is the job of a trial.
  if (kind === 'grid')
    test(`${name}: a grid of 64 x 64 pixels is generated, as in a trial`, async () => {
      const engine = suite.engine();
      const job = { ...suite.gridJob, prompt: 'a red fox', width: 64, height: 64 };
      const initialHandle = await engine.start(job, newKey(), never);
      const { done, handle } = await follow(engine, initialHandle, job);
      assert.equal(done.media.length, 4);
      for (const media of done.media)
        await assertPicture(media, await readBytes(engine, { handle, job }, media), job);
      await engine.cancel(handle);
    });
}

function testFollowUp(suite: Suite, kind: FollowUp): void {
  const { name, newKey, gridJob, jobs } = suite;
  // There is no recipe to start from without grids.
  if (!jobs.includes('grid')) return;

  test(`${name}: a job of kind ${kind} needs only the recipe of a grid`, async () => {
    const engine = suite.engine();
    const initialHandle = await engine.start(gridJob, newKey(), never);
    const { done, handle } = await follow(engine, initialHandle, gridJob);
    await engine.cancel(handle);
    const parent = { recipe: done.recipe ?? null, candidate: 1, prompt: gridJob.prompt };
    const job = { ...(await makeJob(suite, kind)), parent };
    const result = await follow(engine, await engine.start(job, newKey(), never), job);
    assert.equal(result.done.media.length, countCandidates(job));
    for (const media of result.done.media)
      await assertPicture(media, await readBytes(engine, { ...result, job }, media), job);
    await engine.cancel(result.handle);
  });
}

function testClip(suite: Suite): void {
  const { name, newKey, clipJob } = suite;
  if (!clipJob) return;

  test(`${name}: a clip has the requested size, length and sound, followed by its poster and frames`, async () => {
    const engine = suite.engine();
    const initialHandle = await engine.start(clipJob, newKey(), never);
    const { done, handle } = await follow(engine, initialHandle, clipJob);
    const work = { handle, job: clipJob };
    const [media, poster, ...frames] = done.media;
    assert.ok(media && poster && (frames.length === 0 || frames.length === 16));
    const clip = await probeClip(await readBytes(engine, work, media));
    assert.deepEqual(
      [clip.width, clip.height, clip.durationMs, clip.sound !== undefined],
      [clipJob.width, clipJob.height, (clipJob.seconds ?? 0) * 1000, clipJob.audio ?? false],
    );
    await assertPicture(poster, await readBytes(engine, work, poster), clipJob);
    for (const frame of frames) await assertFrame(frame, await readBytes(engine, work, frame));
    await engine.cancel(handle);
  });
}

function testTexts(suite: Suite, kind: 'describe' | 'shorten'): void {
  const count = kind === 'describe' ? 4 : 7;

  test(`${suite.name}: a job of kind ${kind} returns ${count} texts and no files`, async () => {
    const engine = suite.engine();
    const job = await makeJob(suite, kind);
    const initialHandle = await engine.start(job, suite.newKey(), never);
    const { done, handle } = await follow(engine, initialHandle, job);
    assert.deepEqual([done.media.length, done.texts?.length], [0, count]);
    assert.ok(done.texts?.every(text => text.trim() !== ''));
    await engine.cancel(handle);
  });
}

const followUps = ['upscale', 'variation', 'outpaint'] as const;
type FollowUp = (typeof followUps)[number];

function isFollowUp(kind: JobKind): kind is FollowUp {
  return followUps.includes(kind as FollowUp);
}

/** A small job of this kind, without the parent that a follow-up needs. */
async function makeJob({ gridJob, clipJob }: ConformanceOptions, kind: JobKind): Promise<EngineJob> {
  const { width, height } = gridJob;
  if (kind === 'clip' && clipJob) return clipJob;
  if (kind === 'upscale') return { ...gridJob, kind, width: width * 2, height: height * 2 };
  if (kind === 'variation') return { ...gridJob, kind, seed: gridJob.seed + 1 };
  if (kind === 'outpaint') return { ...gridJob, kind, frame: { x: -0.5, y: -0.5, width: 2, height: 2 } };
  if (kind !== 'edit' && kind !== 'retexture' && kind !== 'describe') return { ...gridJob, kind };
  const data = new Uint8Array(width * height * 4).map((_, index) => (index * 7) % 256);
  const bytes = await encodeWebp({ data, width, height });
  return { ...gridJob, kind, inputs: [{ role: 'picture', contentType: 'image/webp', width, height, bytes }] };
}

interface FollowedJob {
  readonly done: DoneStatus;
  readonly progress: readonly number[];
  /** The last handle of the job. */
  readonly handle: EngineHandle;
}

async function follow(engine: Engine, initialHandle: EngineHandle, job: EngineJob): Promise<FollowedJob> {
  const progress: number[] = [];
  let handle = initialHandle;
  for (;;) {
    const state = await engine.check(handle, 1000, callFor(job));
    if (state.state === 'done') {
      const { costMicros = 0 } = state;
      assert.ok(Number.isSafeInteger(costMicros) && costMicros >= 0, `costMicros ${costMicros}`);
      return { done: state, progress, handle: storedHandle(state.handle ?? handle) };
    }
    assert.equal(state.state, 'running', JSON.stringify(state));
    if (state.handle === undefined) progress.push(state.progress);
    else handle = storedHandle(state.handle);
    assert.ok(progress.every(part => part >= 0 && part <= 1));
  }
}

/** The handle after a round trip through the database. */
function storedHandle(handle: EngineHandle): EngineHandle {
  return JSON.parse(JSON.stringify(handle)) as EngineHandle;
}

type Work = Pick<FollowedJob, 'handle'> & { readonly job: EngineJob };

async function readBytes(engine: Engine, { handle, job }: Work, media: EngineMedia): Promise<Uint8Array> {
  const file = await engine.open(handle, media, callFor(job));
  return new Uint8Array(await readAll(file, never));
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
  const { cell } = media;
  const { width, height } = cell === undefined ? await decodePicture(bytes) : await cutCell(bytes, cell);
  assert.deepEqual([width, height], [job.width, job.height]);
}
