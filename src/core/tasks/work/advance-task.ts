/**
 * One step of a task: the only switch on phase. A step calls the engine at most once, writes its outcome under the lease, and returns
 * what the worker does next. After a crash at any point, the next lease can continue the task.
 * @NOTE length: all phases are in one place, because each leads to the next.
 */
import { engineReason } from '../../../engines/contract/engine-reasons.ts';
import { isAdapterFailure } from '../../../engines/contract/adapter-failure.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import {
  candidatesOf,
  EngineError,
  isAway,
  type EngineResult,
  type EngineHandle,
  type EngineStatus,
} from '../../../engines/contract/engine.ts';
import type { SavedOutputs } from '../outputs/save-outputs.ts';
import { beginSaving } from './begin-saving.ts';
import { engineCall, engineJob } from './engine-job.ts';
import { callEngine, engineFailure, inEngineSpan, stepTimeoutMs } from './call-engine.ts';
import { startKeyOf } from './work-report.ts';
import { StorageError } from '../../../media/storage/storage.ts';
import { noteAnswer, noteFailedCheck, noteFailure } from './note-reachability.ts';
import { changeHandle, noteProgress } from './note-running.ts';
import { lastCallMs, pauseAfter, pauseAfterOpen } from './pause-after.ts';
import {
  type AdvanceParts,
  reschedule,
  fail,
  failOver,
  finish,
  giveUp,
  hasLostTooMany,
  interrupted,
  type Execution,
  isLate,
  lost,
  moved,
  notAdmitted,
  noteUnauthorized,
  type Outcome,
  retry,
  routeGone,
  startUnknown,
  stop,
  timeLeftMs,
  tryPaidStartAgain,
  tryStepAgain,
} from './step-outcome.ts';

const checkWaitMs = 1_000;
/** Failures of the adapter in a row. With the pauses between them, ten seconds. */
const maxFailedChecks = 5;
/** How often the result of an engine that is not paid is opened before it is made again. With the pauses between them, half a minute. */
const maxFreeOpens = 5;
/** A damaged result that comes as often without any change is what the engine made. */
const maxSameDamage = 3;

export async function advanceTask(held: Execution, parts: AdvanceParts): Promise<Outcome> {
  const outcome = await takeStep(held, parts);
  const isOver = outcome.kind !== 'moved' && outcome.kind !== 'again';
  // Nothing was learnt about the route: if this task was its trial after a pause, another one may be.
  if (isOver && isUncalled(held))
    await parts.routing.notTried(held.task).catch((error: unknown) => parts.events.workerError(error));
  return outcome;
}

function isUncalled({ task, memo }: Execution): boolean {
  const isBeforeStart = task.phase === 'queued' || task.phase === 'starting';
  return isBeforeStart && !memo.isCalled && memo.handle === undefined;
}

function takeStep(held: Execution, parts: AdvanceParts): Promise<Outcome> {
  const { task } = held;
  if (task.cancelRequested) return stop(held, parts, 'cancelled');
  if (hasLostTooMany(held)) return stop(held, parts, 'attempts_lost');
  switch (task.phase) {
    case 'queued':
      return prepare(held, parts);
    case 'starting':
      return start(held, parts);
    case 'running':
      return check(held, parts);
    case 'saving':
      return save(held, parts);
    default:
      throw new InvariantError(`A task in phase ${task.phase} was leased`);
  }
}

/** Stores the start key, so that a crash during the call to the engine can be distinguished from one before it. */
async function prepare({ task }: Execution, parts: AdvanceParts): Promise<Outcome> {
  const startKey = startKeyOf(task.lease.taskId, task.tries);
  const seconds = parts.routing.timeoutSecondsOf(task);
  const written = await parts.store.moveToStarting(task.lease, startKey, seconds);
  // The engine was drained since the lease: the task waits in the queue until the drain is over.
  if (!written) {
    const again = { delayMs: 0, counted: false, attemptLost: false };
    return (await parts.store.moveToQueued(task.lease, again))
      ? { kind: 'released' }
      : { kind: 'lease_lost' };
  }
  const deadlineMs = task.deadlineMs ?? parts.clock.now() + seconds * 1000;
  return moved(true, { ...task, phase: 'starting', startKey, deadlineMs });
}

async function start(held: Execution, parts: AdvanceParts): Promise<Outcome> {
  const { task, memo } = held;
  if (memo.handle === undefined) {
    if (isLate(held, parts)) return stop(held, parts, 'timeout');
    const admission = await parts.routing.admit(task, held.engine);
    if (admission === 'lease_lost') return { kind: 'lease_lost' };
    if (admission === 'cancelled') return stop(held, parts, 'cancelled');
    if (admission !== 'admitted') return notAdmitted(held, parts, admission);
    const started = await begin(held, parts);
    if ('kind' in started) return started;
    memo.handle = started.handle;
    parts.events.taskStarted(task);
    // Counted before it is stored, so that a trial ends as soon as possible. The work goes on whether this succeeds or not.
    await parts.routing.succeeded(task).catch((error: unknown) => parts.events.workerError(error));
  }
  const { handle } = memo;
  const written = await parts.store.moveToRunning(task.lease, handle, parts.routing.costOf(task));
  if (written) delete memo.handle;
  return moved(written, { ...task, phase: 'running', handle });
}

/** The engine's handle, or what becomes of the task without one. Pictures are read only for a start. */
async function begin(held: Execution, parts: AdvanceParts): Promise<{ handle: EngineHandle } | Outcome> {
  const { task, engine, resumed } = held;
  const key = task.startKey ?? '';
  if (resumed && engine.traits.afterUnknownStart === 'never') return startUnknown(held, parts, interrupted());
  if (resumed && engine.find) {
    const found = await startOrFind(held, parts, signal =>
      inEngineSpan('find', async () => engine.find?.(key, engineCall(task, parts, signal))),
    );
    if ('kind' in found) return found;
    if (found.handle) return { handle: found.handle };
  }
  if (!parts.routing.hasRoute(task)) return routeGone(held, parts);
  // A store that fails is not the engine's fault: the worker tries this step again.
  const job = await engineJob(task, parts);
  if (!job) return fail(held, parts, { code: 'input_expired', details: {} });
  return startOrFind(held, parts, signal => inEngineSpan('start', () => engine.start(job, key, signal)));
}

/** The engine's answer, or what becomes of the task. Not interrupted: whether the engine has begun must be known. */
async function startOrFind<Answer>(
  held: Execution,
  parts: AdvanceParts,
  call: (signal: AbortSignal) => Promise<Answer> | undefined,
): Promise<{ handle: Awaited<Answer> } | Outcome> {
  const { isCalled = false } = held.memo;
  held.memo.isCalled = true;
  try {
    return { handle: await callEngine(undefined, call, callTimeoutMs(held, parts)) };
  } catch (error) {
    // Nothing was sent: the next start is the first one.
    if (error instanceof StorageError) held.memo.isCalled = isCalled;
    const failure = engineFailure(error);
    await noteFailure(held, parts, failure);
    // An earlier call with the same key may have been accepted, whatever this one says.
    if (held.resumed && held.engine.traits.isPaid) return tryPaidStartAgain(held, parts, failure);
    // Certain that nothing began: another engine may begin it, or this one later.
    if (failure.notStarted) {
      // If that cannot be written now, the repeated step makes a new start.
      delete held.memo.isCalled;
      return failOver(held, parts, failure);
    }
    // A verdict: another try is another start.
    const isNever = held.engine.traits.afterUnknownStart === 'never';
    const isVerdict = failure.code === 'engine_error' && !isAdapterFailure(failure);
    if (!failure.retryable || (isNever && isVerdict)) return retry(held, parts, failure);
    if (isNever) return startUnknown(held, parts, failure);
    if (isLate(held, parts)) return stop(held, parts, 'timeout');
    return tryStepAgain(held, parts, failure);
  }
}

/** A call may take no longer than what is left of its task's time. */
function callTimeoutMs(held: Execution, parts: AdvanceParts): number {
  return Math.min(stepTimeoutMs, Math.max(lastCallMs, timeLeftMs(held, parts)));
}

async function check(held: Execution, parts: AdvanceParts): Promise<Outcome> {
  const { task, engine, memo } = held;
  if (memo.changed) return changeHandle(held, parts, memo.changed);
  let state: EngineStatus;
  try {
    state = await callEngine(
      held.signal,
      signal => engine.check(task.handle ?? null, checkWaitMs, engineCall(task, parts, signal)),
      callTimeoutMs(held, parts),
    );
  } catch (error) {
    if (held.signal.aborted) return reschedule(0);
    parts.events.checkFailed(task, error);
    noteUnauthorized(held, error);
    await noteFailedCheck(held, parts, error);
    if (isLate(held, parts)) return stop(held, parts, 'timeout');
    if (isAdapterFailure(error) && !held.engine.traits.isPaid) return checkLater(held, parts, error);
    // A failed poll does not mean that the work failed. If the engine never answers again, the deadline ends the task.
    return !(error instanceof EngineError) || error.retryable
      ? reschedule(pauseAfter(error, timeLeftMs(held, parts)))
      : retry(held, parts, error);
  }
  delete memo.failedChecks;
  await noteAnswer(held, parts);
  switch (state.state) {
    case 'running':
      if (isLate(held, parts)) return stop(held, parts, 'timeout');
      if (state.handle !== undefined)
        return changeHandle(held, parts, { handle: state.handle, checkAgainMs: state.checkAgainMs });
      // Work of a local engine can still end its process. A remote engine has just answered that the work is in progress.
      if (task.lostAttempts > 0 && !engine.traits.local)
        return moved(await parts.store.forgetLostAttempts(task.lease), { ...task, lostAttempts: 0 });
      return noteProgress(held, parts, state);
    case 'lost':
      return lost(held, parts);
    case 'failed':
      return failed(held, parts, state);
    case 'done': {
      if (state.media.length === 0 && candidatesOf(task.job) > 0)
        return fail(held, parts, { code: 'engine_media_invalid', details: engineReason('no media') });
      parts.events.taskRendered(task);
      return receive(held, parts, state);
    }
  }
}

/** An adapter that cannot follow the work would fail until the deadline. Paid work is followed until then: it is bought. */
async function checkLater(held: Execution, parts: AdvanceParts, error: unknown): Promise<Outcome> {
  const { memo } = held;
  memo.failedChecks = (memo.failedChecks ?? 0) + 1;
  return memo.failedChecks < maxFailedChecks
    ? reschedule(pauseAfter(error, timeLeftMs(held, parts)))
    : giveUp(held, parts, engineFailure(error));
}

async function failed(
  held: Execution,
  parts: AdvanceParts,
  { code, message, mistake, ...options }: Extract<EngineStatus, { state: 'failed' }>,
): Promise<Outcome> {
  const failure = new EngineError(code, message, { ...options, ...(mistake && { cause: mistake }) });
  // Its connection broke: it may be gone, and nothing else says so as long as all of its slots are in use.
  if (failure.notStarted || isAway(failure)) await noteFailure(held, parts, failure);
  return failure.notStarted ? failOver(held, parts, failure) : retry(held, parts, failure);
}

/** What the engine says that the job cost; undefined if that is no amount. */
function wholeCost({ costMicros }: EngineResult): number | undefined {
  const whole = Math.ceil(costMicros ?? Number.NaN);
  return Number.isSafeInteger(whole) && whole >= 0 ? whole : undefined;
}

/** Texts are the whole result: nothing is left to save. */
async function receive(
  held: Execution,
  parts: AdvanceParts,
  done: EngineResult & { readonly handle?: EngineHandle },
): Promise<Outcome> {
  const { task } = held;
  const { media, recipe, texts, handle } = done;
  const costMicros = wholeCost(done);
  if (media.length === 0) {
    // In the run, whose end settles the budget of the engine.
    if (costMicros !== undefined && !(await parts.store.noteCost(task.lease, costMicros)))
      return { kind: 'lease_lost' };
    const { retentionHours } = parts;
    return finish(held, parts, { phase: 'succeeded', files: [], result: { recipe, texts }, retentionHours });
  }
  const next = { ...task, handle: handle ?? task.handle, phase: 'saving', media } as const;
  const writing = parts.store.moveToSaving(task.lease, {
    media,
    recipe,
    texts,
    ...(costMicros !== undefined && { costMicros }),
    ...(handle !== undefined && { handle }),
  });
  // Made while the commit waits for the disk. After a crash, they are made again, and these are deleted with the folder of the task.
  void beginSaving({ ...held, task: next }, parts);
  return moved(await writing, next);
}

async function save(held: Execution, parts: AdvanceParts): Promise<Outcome> {
  const { task, engine, memo } = held;
  try {
    if (!memo.files) {
      const kept = await beginSaving(held, parts).finally(() => delete memo.saving);
      if (!kept.ok) return await failUnsaved(held, parts, kept);
      memo.files = kept.files;
      parts.events.taskSaved(task);
    }
  } catch (error) {
    // A store that fails is not the engine's fault: the worker tries this step again.
    if (!(error instanceof EngineError)) throw error;
    if (held.signal.aborted) return reschedule(0);
    // Another process rendered it: its files went with it, and the picture can be made again.
    if (engine.traits.local && error.code === 'engine_error') return lost(held, parts, error);
    const isOver = isLate(held, parts) || (!engine.traits.isPaid && (memo.failedOpens ?? 0) >= maxFreeOpens);
    return error.retryable && !isOver ? openLater(held, parts, error) : retry(held, parts, error);
  }
  return finish(held, parts, { phase: 'succeeded', files: memo.files, retentionHours: parts.retentionHours });
}

/** The result is there, and its provider keeps it for hours: it is fetched less and less often, until the deadline if it is bought. */
function openLater(held: Execution, parts: AdvanceParts, failure: EngineError): Outcome {
  const { task, memo } = held;
  parts.events.checkFailed(task, failure);
  noteUnauthorized(held, failure);
  const failures = memo.failedOpens ?? 0;
  memo.failedOpens = failures + 1;
  return reschedule(pauseAfterOpen(failure, failures, timeLeftMs(held, parts)));
}

async function failUnsaved(
  held: Execution,
  parts: AdvanceParts,
  kept: Extract<SavedOutputs, { ok: false }>,
): Promise<Outcome> {
  if (kept.code === 'engine_media_invalid' && mayBeWholeLater(held, parts, kept))
    return openLater(held, parts, new EngineError('engine_unavailable', kept.reason, { retryable: true }));
  if (kept.code === 'engine_media_invalid')
    return fail(held, parts, { code: kept.code, details: engineReason(kept.reason) });
  // The reason is for the operator. A file without the signature that the operator wants is worse than none.
  parts.events.workerError(kept.error);
  return fail(held, parts, { code: kept.code, details: {}, cause: kept.error });
}

/** A bought file that is damaged may have been cut off on its way, or may not be complete yet. */
function mayBeWholeLater(
  held: Execution,
  parts: AdvanceParts,
  { damagedBytes: sizeBytes }: { readonly damagedBytes?: number },
): boolean {
  const { memo, engine } = held;
  if (sizeBytes === undefined || !engine.traits.isPaid || isLate(held, parts)) return false;
  const times = memo.damage?.sizeBytes === sizeBytes ? memo.damage.times + 1 : 1;
  memo.damage = { sizeBytes, times };
  return times < maxSameDamage;
}
