/**
 * The test engine as one that generates a single image at a time, so that a grid takes four steps: either
 * unchanged, or as one that answers only once.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import { HeldAnswers, type HeldAnswer } from '../../../src/engines/adapter-kit/answers/held-answers.ts';
import { plannedKind } from '../../../src/engines/planner/planned-kind.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import type { StepEngineKind } from '../../../src/engines/contract/steps/step-engine-kind.ts';
import { readAll } from '../../../src/engines/contract/read-media.ts';
import { openTestEngine } from './adapter.ts';
import { testEngineKind } from './kind.ts';

export const testStepKind: StepEngineKind = {
  kind: 'test-steps',
  title: testEngineKind.title,
  description: testEngineKind.description,
  address: testEngineKind.address,
  secret: testEngineKind.secret,
  settings: testEngineKind.settings,
  abilities: () => ({ generate: { most: 1, sizes: { multiple: 16 } } }),
  openSteps: options => toStepEngine(openTestEngine(options)),
};

export const plannedTestKind = plannedKind(testStepKind);

/** Its start is a request that is answered with the result itself. */
export const heldTestKind = plannedKind({
  ...testStepKind,
  kind: 'test-held',
  openSteps: options =>
    withHeldAnswers(toStepEngine(openTestEngine(options)), new HeldAnswers(options.spool)),
});

function withHeldAnswers(steps: StepEngine, answers: HeldAnswers): StepEngine {
  const { find: _, ...engine } = steps;
  return {
    ...engine,
    traits: { ...engine.traits, local: true },
    start: (step, key, signal) =>
      answers.start(
        key,
        async ({ signal: stop, onSent }) => {
          const handle = await steps.start(step, key, stop);
          onSent();
          return waitForAnswer(steps, handle, stop);
        },
        signal,
      ),
    ...answers.methods(),
    close: async () => {
      answers.close();
      await steps.close();
    },
  };
}

async function waitForAnswer(steps: StepEngine, handle: Json, signal: AbortSignal): Promise<HeldAnswer> {
  for (;;) {
    const status = await steps.check(handle, 1000, signal);
    if (status.state === 'running') continue;
    if (status.state !== 'done') throw new EngineError('engine_error', reason('failed'));
    const files = await Promise.all(
      status.media.map(async media => ({
        ...media,
        bytes: await readAll(await steps.open(handle, media, signal), signal),
      })),
    );
    return { files };
  }
}

function toStepEngine({ start, check, open, find, ...engine }: Engine): StepEngine {
  const call = (signal: AbortSignal) => ({ signal, job: () => Promise.reject(new Error('not requested')) });
  return {
    ...engine,
    stepsAtOnce: 2,
    start: (step, key, signal) => {
      const { width, height } = { width: 16, height: 16, ...step };
      const { prompt, seed, upstream, parameters } = step;
      const fields = { prompt, seed, upstream, parameters, width, height, exclude: [] };
      // One image, like an upscale.
      return start({ ...fields, kind: 'upscale', taskId: key, model: upstream }, key, signal);
    },
    ...(find && { find: (key, signal) => find(key, call(signal)) }),
    check: (handle, waitMs, signal): Promise<EngineStatus> => check(handle, waitMs, call(signal)),
    open: (handle, media, signal) => open(handle, media, call(signal)),
  };
}
