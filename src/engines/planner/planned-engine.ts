/**
 * An engine that carries out jobs on a step engine: it plans a job, starts the steps, follows them, and
 * completes their results. All of its state is in the handle. A step is stored as `starting` before the step
 * engine is called, so at most one start of each try is accepted.
 */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../contract/engine-error.ts';
import type { Engine } from '../contract/engine.ts';
import type { EngineCall } from '../contract/engine-call.ts';
import type { EngineHandle } from '../contract/engine-handle.ts';
import type { EngineJob } from '../contract/engine-job.ts';
import type { EngineMedia } from '../contract/engine-media.ts';
import type { EngineStatus } from '../contract/engine-status.ts';
import type { EngineTraits } from '../contract/engine-traits.ts';
import { without } from '../../platform/lib/without.ts';
import { ClipError } from '../../media/clip/decode/clip-error.ts';
import { UnusableMedia } from '../../media/unusable-media.ts';
import { PictureError } from '../../media/picture/picture.ts';
import { failedState } from '../adapter-kit/http/http-failures.ts';
import { readAll } from '../contract/read-media.ts';
import { checkSteps, meanProgress, type CheckedSteps, type EndedStatus } from './check-steps.ts';
import { continueClip, copyClip, copyPicture, fitPicture, putOldPixelsBack } from './finish-media.ts';
import { type LiveSheets, openLiveSheets, createResultReader } from './live-sheet.ts';
import { findRejection } from './offer.ts';
import { stepSize, listJobIds, stepKey, withStep, type PlanHandle, type StepState } from './plan-handle.ts';
import { planJob } from './plan-job.ts';
import { readTexts } from './questions.ts';
import type { Abilities } from '../contract/steps/ability.ts';
import type { StepEngine } from '../contract/steps/step-engine.ts';
import { prepareOrReject, StepStarter } from './step-starter.ts';

export type AbilitiesOf = (upstream: string) => Abilities;

export function planEngine(steps: StepEngine, abilitiesOf: AbilitiesOf, sheets?: LiveSheets): Engine {
  return new PlannedEngine(steps, abilitiesOf, sheets);
}

/** How often a step is tried after transient failures. Steps that are done are kept. */
const maxTries = 3;
const maxShownAnswer = 1000;
const againAfterMs = 2_000;
/** Time limit for all steps that are started together. A call of an engine may take a minute. */
const startTimeoutMs = 50_000;

class PlannedEngine implements Engine {
  readonly #steps: StepEngine;
  readonly #abilitiesOf: AbilitiesOf;
  readonly #starter: StepStarter;
  readonly #sheets: LiveSheets;
  readonly find?: NonNullable<Engine['find']>;
  readonly listLoaded?: NonNullable<Engine['listLoaded']>;

  constructor(steps: StepEngine, abilitiesOf: AbilitiesOf, sheets = openLiveSheets()) {
    this.#steps = steps;
    this.#sheets = sheets;
    this.#abilitiesOf = abilitiesOf;
    this.#starter = new StepStarter(steps);
    if (steps.find) this.find = (key, call) => this.#find(key, call);
    if (steps.listLoaded) this.listLoaded = () => steps.listLoaded?.() ?? [];
  }

  get name(): string {
    return this.#steps.name;
  }
  get traits(): EngineTraits {
    return this.#steps.traits;
  }

  get digitalSourceType(): Engine['digitalSourceType'] {
    return this.#steps.digitalSourceType;
  }

  async start(job: EngineJob, key: string, signal: AbortSignal): Promise<EngineHandle> {
    const handle = this.#makeHandle(job, key);
    const [firstStep] = handle.plan.steps;
    if (!firstStep) return toEngineHandle(handle);
    const step = await prepareOrReject(firstStep, job, handle);
    const stepHandle = await this.#steps.start(step, stepKey(key, 0, 0), signal);
    return toEngineHandle(withStep(handle, 0, { state: 'running', tries: 0, handle: stepHandle }));
  }

  async check(engineHandle: EngineHandle, waitMs: number, call: EngineCall): Promise<EngineStatus> {
    // The next line rejects what `toEngineHandle` did not write: nothing else has steps.
    const handle = engineHandle as unknown as PlanHandle | null;
    if (!handle?.steps) return { state: 'lost' };
    if (handle.steps.some(({ state }) => state === 'starting')) return this.#startAnnounced(handle, call);
    const unseenPreview = this.#sheets.take(handle.key);
    const wait = { waitMs: unseenPreview ? 0 : waitMs, signal: call.signal };
    const checked = await checkSteps(this.#steps, handle, wait);
    if (checked.endedStep) return this.#afterEnd(handle, checked, checked.endedStep);
    if (checked.handle.steps.every(({ state }) => state === 'done'))
      return this.#finish(checked.handle, call);
    const results = createResultReader(this.#steps, checked.handle, call.signal);
    const preview = (await this.#sheets.add(checked.handle, checked.previews, results)) ?? unseenPreview;
    const next = this.#starter.announce(checked.handle);
    if (next !== handle) {
      this.#sheets.keep(handle.key, preview);
      // It returns at once: if the worker stopped now, it would be unknown whether the steps started.
      return changedStatus(next, 0);
    }
    return {
      state: 'running',
      progress: meanProgress(checked.progress),
      checkAgainMs: checked.checkAgainMs,
      ...(preview && { preview }),
    };
  }

  mayStartMore(handle: EngineHandle): boolean {
    const { plan, steps } = (handle ?? {}) as Partial<PlanHandle>;
    if (!plan || !steps) return false;
    // The question is asked once more if its answer cannot be used.
    if (plan.finish === 'describe' || plan.finish === 'shorten') return true;
    if (steps.some(({ state }) => state === 'waiting' || state === 'starting')) return true;
    // One of several steps is tried again if it fails.
    return !this.#steps.traits.isPaid && steps.length > 1 && steps.some(({ state }) => state === 'running');
  }

  async open(handle: EngineHandle, media: EngineMedia, call: EngineCall) {
    // Only `check` reports media, and only for what `toEngineHandle` wrote.
    const { plan, steps } = handle as unknown as PlanHandle;
    const { finish } = plan;
    if (finish === 'copy') return copySource(await call.job());
    const { step, index } = media.ref as { step: number; index: number };
    const stepState = steps[step];
    const file = stepState?.state === 'done' ? stepState.media[index] : undefined;
    if (stepState?.state !== 'done' || !file) throw new EngineError('engine_error', reason('file_unknown'));
    const openedFile = await this.#steps.open(stepState.handle, file, call.signal);
    const plannedStep = plan.steps[step];
    if (!plannedStep || finish === 'keep' || (finish === 'join' && file.kind !== 'clip')) return openedFile;
    const [bytes, job] = [await readAll(openedFile, call.signal), await call.job()];
    return requireUsable(async () => {
      if (finish === 'join') return continueClip(job, bytes);
      if (finish === 'fit') return pixels(await fitPicture(bytes, job));
      return pixels(await putOldPixelsBack(bytes, job, plannedStep));
    });
  }

  /** Cancels every step, even if cancelling another one fails. */
  async cancel(engineHandle: EngineHandle): Promise<void> {
    const handle = (engineHandle ?? {}) as Partial<PlanHandle>;
    const { key, steps = [] } = handle;
    if (key !== undefined) this.#sheets.forget(key);
    const isCalled = !this.#starter.isAnnounced(handle);
    const outcomes = await Promise.allSettled(
      steps.map(async (step, ordinal) => {
        if (step.state === 'running' || step.state === 'done') await this.#steps.cancel(step.handle);
        if (step.state === 'starting' && key !== undefined && isCalled)
          await this.#starter.cancel(stepKey(key, ordinal, step.tries));
      }),
    );
    const failed = outcomes.find(({ status }) => status === 'rejected');
    if (failed) throw (failed as PromiseRejectedResult).reason;
  }

  remoteJobId(handle: EngineHandle) {
    return listJobIds(this.#steps, handle as unknown as PlanHandle | null);
  }

  isPartlyDone(handle: EngineHandle): boolean {
    const { steps = [] } = (handle ?? {}) as Partial<PlanHandle>;
    return steps.some(({ state }) => state === 'done');
  }

  close(): Promise<void> {
    return this.#steps.close();
  }

  #makeHandle(job: EngineJob, key: string, { isBegun = false } = {}): PlanHandle {
    const abilities = this.#abilitiesOf(job.upstream ?? job.model);
    const why = findRejection(job, abilities);
    // Another engine of the same model may be able to do the job, unless this one has started it.
    if (why) throw new EngineError('engine_rejected', why, { notStarted: !isBegun, retryable: !isBegun });
    const plan = planJob(job, abilities);
    const { upstream = job.model, parameters = {}, width, height } = job;
    const shared = { key, plan, upstream, parameters, width, height, isClip: job.kind === 'clip' };
    return { ...shared, steps: plan.steps.map(() => ({ state: 'waiting', tries: 0 })) };
  }

  async #find(key: string, call: EngineCall): Promise<EngineHandle | undefined> {
    const stepHandle = await this.#steps.find?.(stepKey(key, 0, 0), call.signal);
    if (stepHandle === undefined) return undefined;
    const handle = this.#makeHandle(await call.job(), key, { isBegun: true });
    return toEngineHandle(withStep(handle, 0, { state: 'running', tries: 0, handle: stepHandle }));
  }

  async #startAnnounced(handle: PlanHandle, call: EngineCall): Promise<EngineStatus> {
    // The call must not be aborted: it must be known whether the engine started the step.
    const signals = { signal: AbortSignal.timeout(startTimeoutMs), endSignal: call.signal };
    const startResult = await this.#starter.start(handle, await call.job(), signals);
    if (startResult.failure) {
      await this.cancel(toEngineHandle(startResult.handle)).catch(() => {});
      return { ...failedState(startResult.failure), retryable: false };
    }
    const delayMs = startResult.isDelayed ? againAfterMs : 0;
    return startResult.handle === handle
      ? { state: 'running', progress: 0, checkAgainMs: delayMs }
      : changedStatus(startResult.handle, delayMs);
  }

  /** A step has failed or is lost. If others are done, it is tried again alone. */
  async #afterEnd(
    handle: PlanHandle,
    { handle: next }: CheckedSteps,
    { ordinal, status }: NonNullable<CheckedSteps['endedStep']>,
  ): Promise<EngineStatus> {
    const step = handle.steps[ordinal] as StepState;
    const { tries } = step;
    const mayPass = status.state === 'lost' || status.retryable;
    if (mayPass && this.#isWorthRepeating(next, ordinal, status) && tries + 1 < maxTries) {
      if (step.state === 'running') await this.#steps.cancel(step.handle).catch(() => {});
      return changedStatus(withStep(next, ordinal, { state: 'waiting', tries: tries + 1 }), againAfterMs);
    }
    await this.cancel(toEngineHandle(next)).catch(() => {});
    // The job has begun, because another step has.
    return hasBegun(next, ordinal) && status.state === 'failed' ? without(status, ['notStarted']) : status;
  }

  /** Whether results of other steps would be lost. A paid step starts again only if not accepted. */
  #isWorthRepeating(handle: PlanHandle, ordinal: number, status: EndedStatus): boolean {
    if (status.state === 'failed' && status.notStarted) return hasBegun(handle, ordinal);
    return !this.#steps.traits.isPaid && handle.steps.some(({ state }) => state === 'done');
  }

  async #finish(handle: PlanHandle, call: EngineCall): Promise<EngineStatus> {
    this.#sheets.forget(handle.key);
    const { finish } = handle.plan;
    const costs = handle.steps.flatMap(step => (step.state === 'done' ? (step.costMicros ?? []) : []));
    const cost = costs.length > 0 ? { costMicros: costs.reduce((sum, one) => sum + one, 0) } : {};
    if (finish === 'describe' || finish === 'shorten') return this.#finishTexts(handle, call, cost);
    return { state: 'done', media: listMedia(handle), handle: toEngineHandle(handle), ...cost };
  }

  /** The question is asked once more if its answer cannot be used. */
  async #finishTexts(
    handle: PlanHandle,
    call: EngineCall,
    cost: { readonly costMicros?: number },
  ): Promise<EngineStatus> {
    const lastStep = handle.steps.at(-1);
    const answer = (lastStep?.state === 'done' && lastStep.texts?.[0]) || '';
    const texts = readTexts(await call.job(), answer);
    if (texts) return { state: 'done', media: [], texts, handle: toEngineHandle(handle), ...cost };
    if (handle.steps.length > handle.plan.steps.length)
      return {
        state: 'failed',
        code: 'engine_error',
        reason: reason('answer_unusable'),
        cause: `It responded: ${answer.slice(0, maxShownAnswer)}`,
        retryable: false,
      };
    return changedStatus({ ...handle, steps: [...handle.steps, { state: 'waiting', tries: 0 }] }, 0);
  }
}

/** Whether any other step has begun. */
function hasBegun({ steps }: PlanHandle, except: number): boolean {
  return steps.some(({ state }, ordinal) => ordinal !== except && state !== 'waiting');
}

function listMedia({ plan, steps, width, height, isClip }: PlanHandle): EngineMedia[] {
  const raw = { kind: 'picture', contentType: 'image/x-rgba', width, height } as const;
  const copy = isClip ? ({ kind: 'clip', contentType: 'video/mp4', width, height } as const) : raw;
  if (plan.finish === 'copy') return [{ ...copy, ref: null }];
  return steps.flatMap((stepState, step) => {
    if (stepState.state !== 'done') return [];
    const isComposed = plan.finish === 'put-back' || plan.finish === 'fit';
    return stepState.media.map((media, index) => ({
      ...(isComposed ? raw : { ...media, ...stepSize(plan, step) }),
      ref: { step, index },
    }));
  });
}

/** A result that is damaged, or no picture, cannot be composed. It is not tried again. */
async function requireUsable<Result>(compose: () => Promise<Result>): Promise<Result> {
  try {
    return await compose();
  } catch (error) {
    const isUnusable = error instanceof PictureError || error instanceof ClipError;
    throw isUnusable ? new UnusableMedia(error.reason, error) : error;
  }
}

async function copySource(job: EngineJob): Promise<Uint8Array> {
  return job.kind === 'clip' ? copyClip(job) : pixels(await copyPicture(job));
}

function changedStatus(handle: PlanHandle, checkAgainMs: number): EngineStatus {
  return { state: 'running', progress: 0, handle: toEngineHandle(handle), checkAgainMs };
}

/** The handle is JSON, which the compiler does not see because of its readonly arrays. */
function toEngineHandle(handle: PlanHandle): EngineHandle {
  return handle as unknown as EngineHandle;
}

function pixels(data: Uint8Array | Uint8ClampedArray): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}
