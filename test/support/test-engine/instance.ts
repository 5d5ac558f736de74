/** Shared parts of tests of the test engine: instances on a backend, a job, and its result. */
import assert from 'node:assert/strict';
import { EngineError } from '../../../src/engines/contract/engine-error.ts';
import type { Engine } from '../../../src/engines/contract/engine.ts';
import type { EngineJob } from '../../../src/engines/contract/engine-job.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import { openMemorySpool } from '../engines/memory-spool.ts';
import { testEngineKind, testEngineSettings, type TestEngineSettings } from './kind.ts';

export const never = new AbortController().signal;
/** A call whose engine requests nothing. */
export const call = { signal: never, job: () => Promise.reject(new Error('not requested')) };

export const smallJob: EngineJob = {
  taskId: 'test',
  model: 'painter',
  upstream: 'painter-large',
  parameters: { steps: 20, sampler: 'euler', hd: true },
  kind: 'grid',
  prompt: 'a red fox',
  seed: 7,
  width: 48,
  height: 32,
  exclude: [],
};

export interface InstanceChoices {
  readonly settings?: Partial<TestEngineSettings>;
  readonly secret?: string | undefined;
}

/** The options of an instance on a backend. Missing settings have their defaults. */
export function instanceAt(
  { url }: { readonly url: string },
  choices: InstanceChoices = {},
): InstanceOptions {
  const settings = testEngineSettings.parse(choices.settings ?? {});
  return {
    name: 'painter',
    url,
    secret: choices.secret,
    settings,
    slots: undefined,
    spool: openMemorySpool(),
  };
}

export function openAt(backend: { readonly url: string }, choices?: InstanceChoices): Engine {
  return testEngineKind.open(instanceAt(backend, choices));
}

/** Starts the small job and returns its state once it has ended. */
export async function waitForEnd(engine: Engine, key: string): Promise<EngineStatus> {
  const handle = await engine.start(smallJob, key, never);
  for (;;) {
    const state = await engine.check(handle, 5000, call);
    if (state.state !== 'running') return state;
  }
}

/** The error of a call that must fail. */
export async function catchFailure(call: Promise<unknown>): Promise<EngineError> {
  const error = await call.then(
    () => assert.fail('it did not fail'),
    (error: unknown) => error,
  );
  assert.ok(error instanceof EngineError, String(error));
  return error;
}

/** The fields that decide the next step of a task. */
export function toVerdict({ code, retryable, notStarted }: EngineError) {
  return { code, retryable, notStarted };
}
