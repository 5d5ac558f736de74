/** The state of a job's steps, as it is stored with the task. */
import type { EngineMedia } from '../contract/engine-media.ts';
import type { Json } from '../contract/json.ts';
import type { Plan } from './plan-job.ts';
import type { Step } from '../contract/steps/step.ts';
import type { StepEngine } from '../contract/steps/step-engine.ts';

/** Types, not interfaces, so that they can be stored as JSON. */
export type StepState = {
  /** How often the step was tried before. Each try has its own key. */
  readonly tries: number;
} & (
  | { readonly state: 'waiting' }
  /**
   * This state is stored before the engine is called, so that a crash during the call can be told from one
   * before it.
   */
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly handle: Json }
  | {
      readonly state: 'done';
      readonly handle: Json;
      readonly media: readonly EngineMedia[];
      readonly texts?: readonly string[];
      readonly costMicros?: number;
    }
);

export type PlanHandle = {
  /** The key of the job's start. */
  readonly key: string;
  readonly plan: Plan;
  /** The `upstream` of the route at the start. The job is finished with it, even if the route changes. */
  readonly upstream: string;
  readonly parameters: Step['parameters'];
  /** The width of the result. */
  readonly width: number;
  readonly height: number;
  readonly isClip: boolean;
  /**
   * The steps in the order of the plan. A step that asks again, because an answer
   * was unusable, comes after them.
   */
  readonly steps: readonly StepState[];
};

/** The key of the start of a step. */
export function stepKey(key: string, ordinal: number, tries: number): string {
  return `${key}:${ordinal}.${tries}`;
}

export function withStep(handle: PlanHandle, ordinal: number, step: StepState): PlanHandle {
  return { ...handle, steps: handle.steps.map((one, index) => (index === ordinal ? step : one)) };
}

/** The size that a step asks its engine for. A clip that is continued has the size of the clip. */
export function stepSize({ steps, finish }: Plan, ordinal: number): Pick<EngineMedia, 'asked'> {
  const plannedStep = finish === 'keep' ? steps[ordinal] : undefined;
  return plannedStep ? { asked: { width: plannedStep.width, height: plannedStep.height } } : {};
}

/** Returns what the provider calls the jobs of all steps, or undefined if none is known. */
export function listJobIds(engine: StepEngine, handle: Partial<PlanHandle> | null): string | undefined {
  const jobs = (handle?.steps ?? []).flatMap(step =>
    step.state === 'running' || step.state === 'done' ? (engine.remoteJobId?.(step.handle) ?? []) : [],
  );
  return jobs.length > 0 ? jobs.join(', ') : undefined;
}
