/** Shared parts of tests of the ComfyUI adapter: engines on a fake, and steps. */
import { comfyuiKindWith } from '../../../src/engines/kinds/comfyui/comfyui-kind.ts';
import { comfyuiSettings } from '../../../src/engines/kinds/comfyui/comfyui-settings.ts';
import { shippedFamilies } from '../../../src/engines/kinds/comfyui/families/families.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { InstanceOptions } from '../../../src/engines/contract/kind/instance-options.ts';
import type { Primitive } from '../../../src/engines/contract/steps/primitive.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngine } from '../../../src/engines/contract/steps/step-engine.ts';
import { atEnd } from '../servers/clean-up.ts';
import { openMemorySpool } from '../engines/memory-spool.ts';
import { smallStep } from '../engines/steps.ts';
import { noiseFamilies } from './noise-family.ts';

/** The kind with the shipped workflows and those of noise. */
export const kind = comfyuiKindWith(new Map([...shippedFamilies, ...noiseFamilies]));

export const never = new AbortController().signal;

/** An id in the form that `toPromptId` returns. */
export const unknownHandle = { id: '00000000-0000-8000-8000-000000000000' };

interface Choices {
  readonly secret?: string;
  readonly settings?: object;
}

export function instanceAt(
  { url }: { readonly url: string },
  { secret, settings = {} }: Choices = {},
): InstanceOptions {
  return {
    name: 'gpu',
    url,
    secret,
    settings: comfyuiSettings.parse(settings),
    slots: undefined,
    spool: openMemorySpool(),
  };
}

/** Closed automatically when the tests of the file have ended. */
export function openAt(server: { readonly url: string }, choices?: Choices): StepEngine {
  const engine = kind.openSteps(instanceAt(server, choices));
  atEnd(() => engine.close());
  return engine;
}

/** Wide, so that mixing up width and height fails. */
export function fullStep(primitive: Primitive): Promise<Step> {
  return smallStep(primitive, { width: 128, height: 64, isFull: true });
}

/** A step of the noise workflows. A question is answered with itself. */
export async function noiseStep(primitive: Primitive): Promise<Step> {
  const step = { ...(await fullStep(primitive)), upstream: 'noise' };
  return step.primitive === 'ask' ? { ...step, prompt: '{"answer": 7}' } : step;
}

export async function generateStep(upstream = 'noise'): Promise<Step> {
  return { ...(await fullStep('generate')), upstream };
}

/** The state of the work once it has ended. */
export async function waitForEnd(
  engine: StepEngine,
  handle: Parameters<StepEngine['check']>[0],
): Promise<EngineStatus> {
  for (;;) {
    const state = await engine.check(handle, 5000, never);
    if (state.state !== 'running') return state;
  }
}
