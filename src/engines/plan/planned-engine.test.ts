import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { EngineJob, EnginePreview, Json } from '../engine.ts';
import { planEngine } from './planned-engine.ts';
import type { StepEngine } from './step-engine.ts';

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

/** The first picture has one preview, and then nothing more happens. */
function silentSteps(preview: EnginePreview): StepEngine {
  let previews = [preview];
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

test('a preview that comes while the other pictures are begun is shown by the next status', async () => {
  const size = { width: 64, height: 64 };
  const bytes = await sharp({ create: { ...size, channels: 3, background: '#d33' } })
    .png()
    .toBuffer();
  const engine = planEngine(silentSteps({ contentType: 'image/png', bytes, ...size }), () => ({
    generate: { most: 1 },
  }));
  let handle = await engine.start(job, 'key', call.signal);
  let shown = 0;
  for (let checks = 0; checks < 6; checks++) {
    const status = await engine.check(handle, 0, call);
    assert.equal(status.state, 'running');
    if (status.state !== 'running') return;
    if (status.preview && !status.operation) shown++;
    handle = status.operation ?? handle;
  }
  assert.equal(shown, 1);
});

test('a job may start more while steps wait, while it can ask again, or while a free step can be tried again', async () => {
  const bytes = new Uint8Array();
  const steps = silentSteps({ contentType: 'image/png', bytes, width: 64, height: 64 });
  const paid = { ...steps, traits: { ...steps.traits, isPaid: true } };
  const mayStartMore = async (of: StepEngine, most: number, kind: EngineJob['kind'] = 'grid') => {
    const engine = planEngine(of, () => ({ generate: { most }, ask: { most: 1 } }));
    return engine.mayStartMore?.(await engine.start({ ...job, kind }, 'key', call.signal));
  };
  assert.equal(await mayStartMore(paid, 1), true, 'three pictures wait');
  assert.equal(await mayStartMore(paid, 4), false, 'one start makes all');
  assert.equal(await mayStartMore(steps, 4), false, 'alone, it fails as a whole');
  assert.equal(await mayStartMore(paid, 4, 'shorten'), true, 'an unusable answer is asked for again');
});
