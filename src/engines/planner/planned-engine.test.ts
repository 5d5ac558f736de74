import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { EngineJob } from '../contract/engine-job.ts';
import type { EnginePreview } from '../contract/engine-preview.ts';
import type { Json } from '../contract/json.ts';
import type { PlanHandle } from './plan-handle.ts';
import { openLiveSheets } from './live-sheet.ts';
import { planEngine } from './planned-engine.ts';
import type { StepEngine } from '../contract/steps/step-engine.ts';

const job: EngineJob = {
  taskId: 'test',
  model: 'painter',
  kind: 'grid',
  prompt: 'a red fox',
  seed: 7,
  width: 64,
  height: 64,
  exclude: [],
};
const call = { signal: new AbortController().signal, job: async () => job };

/** A step engine whose first picture has one preview and then stays running. */
function silentSteps(preview: EnginePreview | undefined): StepEngine {
  let previews = preview ? [preview] : [];
  const running = { state: 'running', progress: 0.5, checkAgainMs: 0 } as const;
  return {
    name: 'silent',
    digitalSourceType: 'trainedAlgorithmicMedia',
    traits: { slots: 4, local: false, afterUnknownStart: 'repeat' },
    stepsAtOnce: 4,
    start: async (_, key): Promise<Json> => ({ key }),
    check: async () => {
      const [next] = previews;
      previews = [];
      return next ? { ...running, preview: next } : running;
    },
    open: async () => new Uint8Array(),
    cancel: async () => {},
    close: async () => {},
  };
}

test('no more steps are started after the task ended or moved to another worker', async () => {
  const controller = new AbortController();
  const startedKeys: string[] = [];
  const steps: StepEngine = {
    ...silentSteps(undefined),
    start: async (_, key): Promise<Json> => {
      startedKeys.push(key);
      if (startedKeys.length === 2) controller.abort();
      return { key };
    },
  };
  const engine = planEngine(steps, () => ({ generate: { most: 1 } }));
  const handle = await engine.start(job, 'key', call.signal);
  const announcedStatus = await engine.check(handle, 0, call);
  assert.ok(announcedStatus.state === 'running' && announcedStatus.handle);
  const status = await engine.check(announcedStatus.handle, 0, { ...call, signal: controller.signal });
  assert.deepEqual(startedKeys, ['key:0.0', 'key:1.0']);
  assert.ok(status.state === 'running' && status.handle, JSON.stringify(status));
  const states = (status.handle as unknown as PlanHandle).steps.map(({ state }) => state);
  assert.deepEqual(
    states,
    ['running', 'running', 'waiting', 'waiting'],
    'the other steps are known not to be started',
  );
});

test('a preview that arrives while other steps are started is returned by the next check', async () => {
  const size = { width: 64, height: 64 };
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#d33' } })
    .png()
    .toBuffer();
  const engine = planEngine(silentSteps({ contentType: 'image/png', bytes, ...size }), () => ({
    generate: { most: 1 },
  }));
  let handle = await engine.start(job, 'key', call.signal);
  let previewCount = 0;
  for (let checks = 0; checks < 6; checks++) {
    const status = await engine.check(handle, 0, call);
    assert.equal(status.state, 'running');
    if (status.state !== 'running') return;
    if (status.preview && !status.handle) previewCount++;
    handle = status.handle ?? handle;
  }
  assert.equal(previewCount, 1);
});

test('the sheet of previews shows the result of a step that ended without a preview', async () => {
  const size = { width: 64, height: 64 };
  const makePng = (background: string) =>
    sharp({ create: { ...size, channels: 3, background } })
      .png()
      .toBuffer();
  const [red, blue] = [await makePng('#f00'), await makePng('#00f')];
  let openCount = 0;
  const media = [{ kind: 'picture', contentType: 'image/png', ...size, ref: null }] as const;
  const running = { state: 'running', progress: 0.5, checkAgainMs: 0 } as const;
  const steps: StepEngine = {
    ...silentSteps(undefined),
    check: async handle => {
      const { key } = handle as { key: string };
      if (key === 'key:0.0') return { state: 'done', media };
      const preview = { contentType: 'image/png', bytes: blue, ...size } as const;
      return key === 'key:1.0' ? { ...running, preview } : running;
    },
    open: async () => {
      openCount++;
      return red;
    },
  };
  let nowMs = 0;
  const engine = planEngine(steps, () => ({ generate: { most: 1 } }), openLiveSheets({ now: () => nowMs }));
  let handle = await engine.start(job, 'key', call.signal);
  const colorAt = async ({ bytes }: EnginePreview, isRight: boolean) => {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (10 * info.width + (isRight ? info.width - 10 : 10)) * info.channels;
    return [...data.subarray(at, at + 3)].map(value => Math.round(value / 64)).join();
  };
  let preview: EnginePreview | undefined;
  const isRead = async () => preview && (await colorAt(preview, false)) === '4,0,0';
  for (let checks = 0; checks < 1_000 && !(await isRead()); checks++) {
    const status = await engine.check(handle, 0, call);
    assert.ok(status.state === 'running', JSON.stringify(status));
    preview = status.preview ?? preview;
    handle = status.handle ?? handle;
    nowMs += 100;
    assert.ok(openCount === 0 || nowMs > 1_000, 'it is read after a second');
  }
  assert.ok(preview);
  assert.equal(await colorAt(preview, false), '4,0,0', 'the result of the first step');
  assert.equal(await colorAt(preview, true), '0,0,4', 'the preview of the second step');
  assert.equal(openCount, 1, 'it is read once');
});

const refusedStatus = {
  state: 'failed',
  code: 'engine_busy',
  reason: reason('not_accepting'),
  retryable: true,
  notStarted: true,
} as const;

/** Paid steps that stay running, except those that are rejected after their start. */
function paidSteps(isRefused: (key: string) => boolean): { engine: StepEngine; keys: string[] } {
  const keys: string[] = [];
  const engine: StepEngine = {
    ...silentSteps({ contentType: 'image/png', bytes: new Uint8Array(), width: 1, height: 1 }),
    traits: { slots: 4, local: true, afterUnknownStart: 'never', isPaid: true },
    start: async (_, key): Promise<Json> => {
      keys.push(key);
      return { key };
    },
    check: async handle =>
      isRefused((handle as { key: string }).key)
        ? refusedStatus
        : { state: 'running', progress: 0.5, checkAgainMs: 0 },
  };
  return { engine, keys };
}

test('a paid step that is rejected late is started again alone, because the others are paid for', async () => {
  const { engine: steps, keys } = paidSteps(key => key === 'key:2.0');
  const engine = planEngine(steps, () => ({ generate: { most: 1 } }));
  let handle = await engine.start(job, 'key', call.signal);
  for (let checks = 0; checks < 8; checks++) {
    const status = await engine.check(handle, 0, call);
    assert.equal(status.state, 'running');
    handle = (status.state === 'running' && status.handle) || handle;
  }
  assert.deepEqual(keys, ['key:0.0', 'key:1.0', 'key:2.0', 'key:3.0', 'key:2.1']);
});

test('a job whose only step is rejected late was not started', async () => {
  const { engine: steps } = paidSteps(() => true);
  const engine = planEngine(steps, () => ({ generate: { most: 4 } }));
  const handle = await engine.start(job, 'key', call.signal);
  assert.deepEqual(await engine.check(handle, 0, call), refusedStatus);
});

test('a job may start more while steps wait, a question can be repeated, or a free step can be retried', async () => {
  const bytes = new Uint8Array();
  const steps = silentSteps({ contentType: 'image/png', bytes, width: 64, height: 64 });
  const paidSteps = { ...steps, traits: { ...steps.traits, isPaid: true } };
  const mayStartMore = async (stepEngine: StepEngine, most: number, kind: EngineJob['kind'] = 'grid') => {
    const engine = planEngine(stepEngine, () => ({ generate: { most }, ask: { most: 1 } }));
    return engine.mayStartMore?.(await engine.start({ ...job, kind }, 'key', call.signal));
  };
  assert.equal(await mayStartMore(paidSteps, 1), true, 'three pictures wait');
  assert.equal(await mayStartMore(paidSteps, 4), false, 'one start generates all of them');
  assert.equal(await mayStartMore(steps, 4), false, 'the only step fails the whole job');
  assert.equal(await mayStartMore(paidSteps, 4, 'shorten'), true, 'an unusable answer is asked for again');
});
