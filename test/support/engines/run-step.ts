/** Runs steps on an engine from the start to the end. */
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';

const never = new AbortController().signal;

/** The last status of a step that was started. A check may wait for `waitMs`. */
export async function waitForEnd(engine: StepEngine, handle: Json, waitMs = 1000): Promise<EngineStatus> {
  for (;;) {
    const state = await engine.check(handle, waitMs, never);
    if (state.state !== 'running') return state;
  }
}

export async function runStep(engine: StepEngine, step: Step, key = 'a:0'): Promise<EngineStatus> {
  return waitForEnd(engine, await engine.start(step, key, never));
}
