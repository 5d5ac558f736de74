/** Asks the step engine about all steps that run, until one of them has changed. */
import type { EnginePreview } from '../contract/engine-preview.ts';
import type { EngineStatus } from '../contract/engine-status.ts';
import { withStep, type PlanHandle } from './plan-handle.ts';
import type { StepEngine } from '../contract/steps/step-engine.ts';

export type EndedStatus = Extract<EngineStatus, { state: 'failed' | 'lost' }>;

export interface CheckedSteps {
  /** The handle of the job. The same object as before if no step has changed its state. */
  readonly handle: PlanHandle;
  /** The progress of each step, 0-1. */
  readonly progress: readonly number[];
  /** New previews, by the ordinal of the step. */
  readonly previews: ReadonlyMap<number, EnginePreview>;
  readonly checkAgainMs: number;
  /** The first step that ended without a result. */
  readonly endedStep?: { readonly ordinal: number; readonly status: EndedStatus };
}

interface Answer {
  readonly ordinal: number;
  readonly status?: EngineStatus;
  readonly error?: unknown;
}

/** Rejects if no step could be asked and one of them threw. */
export async function checkSteps(
  engine: StepEngine,
  handle: PlanHandle,
  { waitMs, signal }: { readonly waitMs: number; readonly signal: AbortSignal },
): Promise<CheckedSteps> {
  const waitEnd = new AbortController();
  const waitSignal = AbortSignal.any([signal, waitEnd.signal]);
  const runningSteps = handle.steps.flatMap((step, ordinal) =>
    step.state === 'running' ? [{ ordinal, handle: step.handle }] : [],
  );
  const answers = await Promise.all(
    runningSteps.map(async ({ ordinal, handle: stepHandle }): Promise<Answer> => {
      try {
        const status = await engine.check(stepHandle, waitMs, waitSignal);
        // The others need not wait any longer.
        if (hasChanged(status)) waitEnd.abort();
        return { ordinal, status };
      } catch (error) {
        return { ordinal, error };
      }
    }),
  );
  const failedAnswer = answers.find(({ error }) => error !== undefined);
  if (failedAnswer && answers.every(({ status }) => status === undefined)) throw failedAnswer.error;
  return merge(handle, answers);
}

function hasChanged(status: EngineStatus): boolean {
  return status.state !== 'running' || status.preview !== undefined;
}

function merge(handle: PlanHandle, answers: readonly Answer[]): CheckedSteps {
  let nextHandle = handle;
  let endedStep: CheckedSteps['endedStep'];
  let checkAgainMs = Number.POSITIVE_INFINITY;
  const progress: number[] = handle.steps.map(({ state }) => (state === 'done' ? 1 : 0));
  const previews = new Map<number, EnginePreview>();
  for (const { ordinal, status } of answers) {
    if (!status) continue;
    const step = handle.steps[ordinal];
    if (step?.state !== 'running') continue;
    if (status.state === 'running') {
      progress[ordinal] = status.progress;
      checkAgainMs = Math.min(checkAgainMs, status.checkAgainMs);
      if (status.preview) previews.set(ordinal, status.preview);
    } else if (status.state === 'done') {
      const { media, texts, costMicros } = status;
      const optionalFields = { ...(texts && { texts }), ...(costMicros !== undefined && { costMicros }) };
      nextHandle = withStep(nextHandle, ordinal, { ...step, state: 'done', media, ...optionalFields });
    } else endedStep ??= { ordinal, status };
  }
  return {
    handle: nextHandle,
    progress,
    previews,
    checkAgainMs: Number.isFinite(checkAgainMs) ? checkAgainMs : 0,
    ...(endedStep && { endedStep }),
  };
}

/** Returns the progress of a job: the mean of its steps. */
export function meanProgress(stepProgress: readonly number[]): number {
  return stepProgress.length === 0
    ? 0
    : stepProgress.reduce((sum, progress) => sum + progress, 0) / stepProgress.length;
}
