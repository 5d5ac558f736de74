/**
 * Starts the steps of jobs, each at most once per try. A step is announced first: its handle contains
 * `starting`, which is stored before the engine is called. A process that finds such a step, and has not
 * announced it itself, cannot know whether the call was made.
 */
import { reason } from '@kinora/shared/errors/reason';
import { AdapterFailure, isAdapterFailure } from '../contract/adapter-failure.ts';
import { EngineError } from '../contract/engine-error.ts';
import type { EngineJob } from '../contract/engine-job.ts';
import { stepKey, withStep, type PlanHandle, type StepState } from './plan-handle.ts';
import type { PlannedStep } from './plan-job.ts';
import { prepareStep, type SharedTerms } from './prepare-step.ts';
import { ClipError } from '../../media/clip/decode/clip-error.ts';
import { PictureError } from '../../media/picture/picture.ts';
import { StorageError } from '../../media/storage/storage-error.ts';
import { composeQuestion } from './questions.ts';
import type { Step } from '../contract/steps/step.ts';
import type { StepEngine } from '../contract/steps/step-engine.ts';

export interface StartedSteps {
  /** The handle of the job. The same object as before if nothing has changed. */
  readonly handle: PlanHandle;
  /** The failure that ends the job. Absent if there is none. */
  readonly failure?: EngineError;
  /** Whether a step could not be started yet. */
  readonly isDelayed: boolean;
}

const cancelTimeoutMs = 10_000;

export class StepStarter {
  readonly #engine: StepEngine;
  /**
   * Handles with steps that this process has announced and not called yet: the objects themselves. What was
   * stored by another process is read again, and is another object.
   */
  readonly #announced = new WeakSet<object>();
  /** The results of starts, by handle. A result may not be stored yet, and each step is started only once. */
  readonly #startsByHandle = new WeakMap<object, Promise<StartedSteps>>();

  constructor(engine: StepEngine) {
    this.#engine = engine;
  }

  /**
   * Marks waiting steps as `starting`, as many as the engine takes. Returns the same object if there are
   * none.
   */
  announce(handle: PlanHandle): PlanHandle {
    const runningCount = handle.steps.filter(({ state }) => state === 'running').length;
    let freePlaces = Math.max(0, (this.#engine.stepsAtOnce ?? 1) - runningCount);
    let next = handle;
    for (const [ordinal, step] of handle.steps.entries()) {
      if (step.state !== 'waiting' || freePlaces === 0) continue;
      freePlaces--;
      next = withStep(next, ordinal, { ...step, state: 'starting' });
    }
    if (next !== handle) this.#announced.add(next);
    return next;
  }

  isAnnounced(handle: object): boolean {
    return this.#announced.has(handle);
  }

  /**
   * Starts all steps that are `starting`. Safe to repeat with the same object, until its successor is stored.
   */
  async start(handle: PlanHandle, job: EngineJob, signals: StartSignals): Promise<StartedSteps> {
    const earlierStart = this.#startsByHandle.get(handle);
    if (earlierStart) return earlierStart;
    const starting = this.#startAll(handle, job, signals);
    this.#startsByHandle.set(handle, starting);
    const startResult = await starting;
    // Nothing has changed, so the same object is tried again.
    if (startResult.handle === handle && !startResult.failure) this.#startsByHandle.delete(handle);
    return startResult;
  }

  async #startAll(
    handle: PlanHandle,
    job: EngineJob,
    { signal, endSignal }: StartSignals,
  ): Promise<StartedSteps> {
    let next = handle;
    let isDelayed = false;
    const isResumed = !this.#announced.delete(handle);
    for (const [ordinal, step] of handle.steps.entries()) {
      if (step.state !== 'starting') continue;
      if (endSignal.aborted) {
        // The engine was not called. For a step that another process announced, this is not known.
        if (!isResumed) next = withStep(next, ordinal, { ...step, state: 'waiting' });
        continue;
      }
      const outcome = await this.#startStep(handle, ordinal, { step, job, isResumed, signal });
      if (outcome instanceof EngineError) return { handle: next, failure: outcome, isDelayed };
      if (outcome.state !== 'running') isDelayed = true;
      if (outcome !== step) next = withStep(next, ordinal, outcome);
    }
    return { handle: next, isDelayed };
  }

  /** Cancels the work of a key, if it began. */
  async cancel(key: string): Promise<void> {
    if (this.#engine.cancelKey) return this.#engine.cancelKey(key);
    const existingHandle = await this.#engine.find?.(key, AbortSignal.timeout(cancelTimeoutMs));
    if (existingHandle !== undefined) await this.#engine.cancel(existingHandle);
  }

  /**
   * Returns the next state of the step, or the failure of the job. The state is the same if the step is to be
   * tried again with its key.
   */
  async #startStep(
    handle: PlanHandle,
    ordinal: number,
    { step, job, isResumed, signal }: StartContext,
  ): Promise<StepState | EngineError> {
    const { tries } = step;
    const key = stepKey(handle.key, ordinal, tries);
    const { afterUnknownStart } = this.#engine.traits;
    if (isResumed && afterUnknownStart === 'never') return unknownStart();
    try {
      const existingHandle = isResumed ? await this.#engine.find?.(key, signal) : undefined;
      const stepHandle =
        existingHandle ?? (await this.#engine.start(await toStep(handle, ordinal, job), key, signal));
      return { state: 'running', tries, handle: stepHandle };
    } catch (error) {
      // The storage failed before the engine was called.
      if (error instanceof StorageError && !isResumed) return { state: 'waiting', tries };
      if (isAdapterFailure(error)) {
        const failure = new AdapterFailure(error);
        return afterUnknownStart === 'never' ? unknownStart(failure) : failure;
      }
      if (!(error instanceof EngineError)) return step;
      // An earlier call with this key may have been accepted, regardless of the answer to this one.
      if (isResumed && this.#engine.traits.isPaid) return error.retryable ? step : unknownStart(error);
      if (error.notStarted && error.retryable) return { state: 'waiting', tries };
      if (!error.retryable) return error;
      if (afterUnknownStart !== 'never') return step;
      return error.code === 'engine_error' ? error : unknownStart(error);
    }
  }
}

export interface StartSignals {
  /** Ends a call that takes too long. */
  readonly signal: AbortSignal;
  /**
   * Fires when the steps are no longer wanted, or when another process may start them: a call that was made
   * continues, and no other is made.
   */
  readonly endSignal: AbortSignal;
}

interface StartContext {
  readonly step: StepState;
  readonly job: EngineJob;
  /** Whether an earlier call may have started the step already. */
  readonly isResumed: boolean;
  readonly signal: AbortSignal;
}

/** `failure` is the failure of the call, if this process has made it. */
function unknownStart(failure?: EngineError): EngineError {
  const cause = failure?.message;
  return new EngineError('engine_error', reason('part_unknown'), { cause });
}

async function toStep(handle: PlanHandle, ordinal: number, job: EngineJob): Promise<Step> {
  const { plan, steps } = handle;
  const plannedStep = plan.steps[ordinal];
  if (plannedStep) return prepareOrReject(plannedStep, job, handle);
  // The question of the plan is asked again, because its answer could not be used.
  const [firstStep] = plan.steps;
  const previousStep = steps[ordinal - 1];
  if (!firstStep) throw new EngineError('engine_error', reason('step_absent'));
  const questionStep = await prepareOrReject(firstStep, job, handle);
  const answer = (previousStep?.state === 'done' && previousStep.texts?.[0]) || '';
  return questionStep.primitive === 'ask'
    ? { ...questionStep, ...(await composeQuestion(job, answer)) }
    : questionStep;
}

/** Pictures that cannot be prepared are no failure of the engine: nothing has begun. */
export async function prepareOrReject(
  plannedStep: PlannedStep,
  job: EngineJob,
  terms: SharedTerms,
): Promise<Step> {
  return prepareStep(plannedStep, job, terms).catch((error: unknown) => {
    if (error instanceof EngineError) throw error;
    const mediaReason =
      error instanceof PictureError || error instanceof ClipError ? error.reason : undefined;
    throw new EngineError('engine_rejected', reason('input_unprepared', { said: mediaReason }), {
      notStarted: true,
      cause: error,
    });
  });
}
