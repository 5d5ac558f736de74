/**
 * The conformance suite of step engines. The test file of each runs it, with the abilities that
 * its kind declares for a model.
 */
import assert from 'node:assert/strict';
import { readAll } from '../read-media.ts';
import { after, before, test } from 'node:test';
import { Ajv } from 'ajv';
import { probeClip } from '../../../media/clip/clip.ts';
import { inspectPicture } from '../../../media/picture/picture.ts';
import type { EngineMedia } from '../engine-media.ts';
import type { EngineStatus } from '../engine-status.ts';
import type { Json } from '../json.ts';
import { digitalSourceTypes } from '../../../media/provenance/digital-source-type.ts';
import type { Abilities, Ability } from './ability.ts';
import { type Primitive, primitives } from './primitive.ts';
import type { Step } from './step.ts';
import type { StepEngine } from './step-engine.ts';

export interface StepConformanceOptions {
  /**
   * The abilities that the kind declares for the `upstream` of the steps. Only the parts of the
   * suite for these primitives run.
   */
  readonly abilities: Abilities;
  /**
   * A small step of one of these primitives that the engine completes in seconds. Its `count` is replaced.
   */
  step(primitive: Primitive): Step | Promise<Step>;
  /** A valid handle of work that the engine does not have. */
  readonly unknownHandle: Json;
}

type DoneStatus = Extract<EngineStatus, { state: 'done' }>;

interface Suite extends StepConformanceOptions {
  readonly name: string;
  readonly engine: () => StepEngine;
  readonly newKey: () => string;
}

const never = new AbortController().signal;
/** The suite requests at most this many files at the same time. */
const mostAtOnce = 4;

export function testStepEngine(
  name: string,
  open: () => Promise<StepEngine>,
  options: StepConformanceOptions,
): void {
  let engine: StepEngine;
  let keys = 0;
  before(async () => {
    engine = await open();
  });
  after(() => engine.close());
  const suite = { ...options, name, engine: () => engine, newKey: () => `conformance:${keys++}` };

  testDeclarations(suite);
  testHandles(suite);
  for (const [primitive, ability] of listAbilities(suite)) testPrimitive(suite, primitive, ability);
}

function testDeclarations({ name, engine: engineOf, abilities }: Suite): void {
  test(`${name}: declares the source type of its media, and the functions that its traits require`, () => {
    const { digitalSourceType, traits, find, stepsAtOnce = 1 } = engineOf();
    assert.ok(digitalSourceTypes.includes(digitalSourceType));
    assert.ok(traits.slots >= 1 && stepsAtOnce >= 1);
    if (traits.afterUnknownStart === 'find') assert.ok(find);
  });

  test(`${name}: declares consistent abilities`, () => {
    assert.ok(Object.keys(abilities).length > 0, 'at least one ability');
    for (const [primitive, { most, sizes, ...ability }] of listAbilities({ abilities })) {
      assert.ok(Number.isInteger(most) && most >= 1, primitive);
      for (const { width, height } of sizes?.list ?? [])
        assert.ok(width % (sizes?.multiple ?? 1) === 0 && height % (sizes?.multiple ?? 1) === 0, primitive);
      assert.ok((sizes?.minPixels ?? 0) <= (sizes?.maxPixels ?? Infinity), primitive);
      if (primitive === 'clip')
        assert.ok(ability.fromWords || ability.fromPicture, 'a clip starts from words or from a picture');
      if (ability.canEndWith)
        assert.ok(ability.fromPicture, 'a clip that ends with a picture can start from one');
    }
  });
}

/** Tests that apply to every step. They use the first primitive that is declared. */
function testHandles(suite: Suite): void {
  const { name, newKey, engine: engineOf } = suite;
  const anyStep = async () => makeStep(suite, listAbilities(suite)[0]?.[0] ?? 'generate', 1);

  test(`${name}: an unknown handle is lost, and a repeated cancel is harmless`, async () => {
    const engine = engineOf();
    assert.deepEqual(await engine.check(suite.unknownHandle, 0, never), { state: 'lost' });
    await engine.cancel(suite.unknownHandle);
    const handle = await engine.start(await anyStep(), newKey(), never);
    await engine.cancel(handle);
    await engine.cancel(handle);
  });

  test(`${name}: a start repeated with the same key returns the same handle`, async () => {
    const engine = engineOf();
    // The starts of an engine without this trait are never repeated.
    if (engine.traits.afterUnknownStart !== 'repeat') return;
    const key = newKey();
    const first = await engine.start(await anyStep(), key, never);
    assert.deepEqual(await engine.start(await anyStep(), key, never), first);
    await follow(engine, first);
    await engine.cancel(first);
  });

  test(`${name}: work is found by the key of its start, and an unknown key finds nothing`, async () => {
    const engine = engineOf();
    if (engine.traits.afterUnknownStart !== 'find') return;
    const key = newKey();
    const handle = await engine.start(await anyStep(), key, never);
    assert.deepEqual(await engine.find?.(key, never), handle);
    assert.equal(await engine.find?.(newKey(), never), undefined);
    await follow(engine, handle);
    await engine.cancel(handle);
  });

  test(`${name}: work that cannot be found is cancelled by the key of its start`, async () => {
    const engine = engineOf();
    if (engine.find) return;
    const key = newKey();
    const handle = await engine.start(await anyStep(), key, never);
    assert.ok(engine.cancelKey, 'cancelKey');
    await engine.cancelKey(newKey());
    await engine.cancelKey(key);
    await engine.cancelKey(key);
    if (engine.traits.local) assert.deepEqual(await engine.check(handle, 0, never), { state: 'lost' });
  });

  test(`${name}: a check ends when its signal fires`, async () => {
    const engine = engineOf();
    const handle = await engine.start(await anyStep(), newKey(), never);
    await engine.check(handle, 60_000, AbortSignal.abort()).catch(() => {});
    await follow(engine, handle);
    await engine.cancel(handle);
  });
}

function testPrimitive(suite: Suite, primitive: Primitive, { most }: Ability): void {
  for (const count of new Set([1, Math.min(most, mostAtOnce)]))
    test(`${suite.name}: ${primitive} with count ${count} runs with rising progress, and its files can be fetched twice`, async () => {
      const engine = suite.engine();
      const step = await makeStep(suite, primitive, count);
      // The handle after a round trip through the database.
      const handle = asStored(await engine.start(step, suite.newKey(), never));
      const { done, progress } = await follow(engine, handle);
      assert.deepEqual(
        progress,
        progress.toSorted((a, b) => a - b),
        'progress rises',
      );
      assert.deepEqual(asStored(done.media), done.media);
      if (step.primitive === 'ask') assertAnswer(done, step.schema);
      else await assertFiles(engine, handle, { done, step, count });
      await engine.cancel(handle);
    });
}

function assertAnswer({ media, texts }: DoneStatus, schema: Json): void {
  assert.equal(media.length, 0);
  assert.equal(texts?.length, 1);
  const validate = new Ajv({ strict: false }).compile(schema as object);
  assert.ok(validate(JSON.parse(texts?.[0] ?? '')), JSON.stringify(validate.errors));
}

async function assertFiles(
  engine: StepEngine,
  handle: Json,
  { done, step, count }: { readonly done: DoneStatus; readonly step: Step; readonly count: number },
): Promise<void> {
  const kind = step.primitive === 'clip' ? 'clip' : 'picture';
  const resultMedia = done.media.filter(media => media.kind === kind);
  assert.equal(resultMedia.length, count, `${kind}s`);
  if (kind === 'picture') assert.equal(done.media.length, count, 'nothing else');
  for (const media of done.media) {
    const bytes = await readBytes(engine, handle, media);
    assert.deepEqual(await readBytes(engine, handle, media), bytes);
    if (media.kind === 'clip') await assertClip(media, bytes);
    else await assertPicture(media, bytes);
  }
}

/** The size may differ from that of the step, but not from the one that the engine reports. */
async function assertPicture(media: EngineMedia, bytes: Uint8Array): Promise<void> {
  if (media.contentType === 'image/x-rgba') return assert.equal(bytes.length, media.width * media.height * 4);
  const { format, width, height } = await inspectPicture(bytes);
  assert.deepEqual([`image/${format}`, width, height], [media.contentType, media.width, media.height]);
}

async function assertClip(media: EngineMedia, bytes: Uint8Array): Promise<void> {
  assert.match(media.contentType, /^video\//);
  if (media.contentType !== 'video/mp4') return;
  const { durationMs } = await probeClip(bytes);
  assert.ok(durationMs > 0);
}

function listAbilities({ abilities }: Pick<Suite, 'abilities'>): [Primitive, Ability][] {
  return primitives.flatMap(primitive => {
    const ability = abilities[primitive];
    return ability ? [[primitive, ability] satisfies [Primitive, Ability]] : [];
  });
}

async function makeStep(suite: StepConformanceOptions, primitive: Primitive, count: number): Promise<Step> {
  const step = await suite.step(primitive);
  assert.equal(step.primitive, primitive);
  return step.primitive === 'ask' ? step : { ...step, count };
}

async function follow(engine: StepEngine, handle: Json): Promise<{ done: DoneStatus; progress: number[] }> {
  const progress: number[] = [];
  for (;;) {
    const state = await engine.check(handle, 1000, never);
    if (state.state === 'done') {
      const { costMicros = 0 } = state;
      assert.ok(Number.isSafeInteger(costMicros) && costMicros >= 0, `costMicros ${costMicros}`);
      return { done: state, progress };
    }
    assert.equal(state.state, 'running', JSON.stringify(state));
    assert.ok(state.progress >= 0 && state.progress <= 1);
    progress.push(state.progress);
  }
}

async function readBytes(engine: StepEngine, handle: Json, media: EngineMedia): Promise<Uint8Array> {
  const file = await engine.open(handle, media, never);
  return Buffer.from(await readAll(file, never));
}

function asStored<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
