/**
 * What follows from each event of a leased task: the one table of retries, failovers and endings. Pure: it
 * reads and writes nothing. docs/task-decisions.md shows it, and describes what each decision does. Three
 * rules are behind most of it:
 * - Work that costs the operator money, and that was or may have been accepted, is never started again
 *   under another key.
 * - A failed call is no verdict on the work: the engine is asked about it until the deadline of the task.
 * - Nothing but a usable result is charged.
 * @NOTE length: it is one table.
 */
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineTraits } from '../../../engines/contract/engine-traits.ts';
import { isAboutAccount, isAway, isAwayOrBusy } from '../../../engines/contract/engine-failure.ts';
import { reason, reasonTexts } from '@kinora/shared/errors/reason';
import { AdapterFailure, isAdapterFailure } from '../../../engines/contract/adapter-failure.ts';
import { InvariantError } from '@kinora/shared/errors/invariant-error';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { LeasedTask } from '../task.ts';
import type { Decision } from './decision.ts';
import { causeDetails, failureReason, unknownStartReason } from './failure-reason.ts';
import { pauseAfter, pauseAfterOpen, retryDelayMs } from './retry-pause.ts';
import type { EventName, EventNamed, OtherRoutes, StepEvent } from './step-event.ts';
import type { Requeue } from './task-store.ts';

/** What decisions depend on besides the event. */
export interface TaskState extends Pick<
  LeasedTask,
  'phase' | 'tries' | 'lostAttempts' | 'cancelRequested' | 'engine' | 'avoid'
> {
  readonly attempt: number;
  /** Another process entered the phase, or the step was interrupted: its work may have been done already. */
  readonly isResumed: boolean;
  /** Whether the engine has accepted the job, although that could not be written yet. */
  readonly isBegun: boolean;
  /** Milliseconds until the deadline of the task. Negative if the task is late. */
  readonly leftMs: number;
}

export interface DecidingTraits extends Pick<EngineTraits, 'local' | 'isPaid' | 'afterUnknownStart'> {
  /** The engine can look up work by its start key. */
  readonly canFind: boolean;
}

/** Counted tries after failures that may pass. */
export const maxTries = 3;
/**
 * Tries of a paid start that is repeated with its key. They take half a minute with the pauses between them.
 */
export const maxTriesAway = 6;
/**
 * Attempts lost with their process: the job itself may be the cause. On a slow machine that is killed often,
 * three in a row happen by chance.
 */
export const maxLostAttempts = 5;
/** Failures of the adapter in a row. With the pauses between them, ten seconds. */
const maxFailedChecks = 5;
/**
 * How often the result of an engine that is not paid is opened before it is made again. With the pauses
 * between them, half a minute.
 */
export const maxFreeOpens = 5;
/** How often the same damaged result may come before it counts as what the engine made. */
export const maxSameDamage = 3;
const maxFaults = 3;
const maxCancels = 5;
/**
 * How often the pause before a retry of an engine that is away doubles, which makes it half a minute at most.
 */
const maxDoublings = 6;
const cancelPauseMs = 2_000;
const faultPauseMs = 250;
const fullDiskPauseMs = 2_000;

type Rule<Name extends EventName> = (
  task: TaskState,
  traits: DecidingTraits,
  event: EventNamed<Name>,
) => Decision;

export function decide(task: TaskState, traits: DecidingTraits, event: StepEvent): Decision {
  const rule = rules[event.what] as (...values: [TaskState, DecidingTraits, StepEvent]) => Decision;
  return rule(task, traits, event);
}

const rules: { readonly [Name in EventName]: Rule<Name> } = {
  due: task => {
    if (task.cancelRequested) return stop('cancelled');
    if (task.lostAttempts >= maxLostAttempts) return stop('attempts_lost');
    if (task.phase === 'starting' && !task.isBegun && isLate(task)) return stop('timeout');
    return nextStep(task);
  },

  drained: () => requeue({ delayMs: 0 }),
  admitted: (task, traits) => {
    if (!task.isResumed) return { do: 'start' };
    if (traits.afterUnknownStart === 'never') return startUnknown(interruptionError());
    return { do: traits.canFind ? 'find' : 'start' };
  },
  not_admitted: (task, _traits, { delayMs, hasAlternative }) =>
    requeue(
      hasAlternative
        ? { delayMs: 0, isNotStarted: true, rejectedBy: withOwnEngine(task.avoid, task) }
        : { delayMs, isNotStarted: true },
    ),
  cancelled: () => stop('cancelled'),
  not_found: () => ({ do: 'start' }),
  // An earlier call may have been accepted, and the engine cannot be asked. Otherwise, another route takes
  // the task.
  route_gone: (task, { isPaid, canFind }) =>
    task.isResumed && isPaid && !canFind
      ? startUnknown(interruptionError())
      : { ...requeue({ delayMs: 0, isNotStarted: true }), isUnbegun: true },
  input_gone: () => end('input_expired'),
  refused: afterRefusal,
  start_failed: startFailed,
  started: (_task, _traits, { handle }) => ({ do: 'store_handle', handle }),

  interrupted: () => ({ do: 'wait', delayMs: 0 }),
  check_failed: checkFailed,
  in_progress: (task, { local }, { status }) => {
    if (isLate(task)) return stop('timeout');
    const { handle, checkAgainMs } = status;
    if (handle !== undefined) return { do: 'change_handle', handle, checkAgainMs };
    // Work of a local engine can still end its process. A remote engine has just answered
    // that the work is in progress.
    return task.lostAttempts > 0 && !local ? { do: 'forget_losses' } : { do: 'note_progress', status };
  },
  handle_changed: (_task, _traits, { handle, checkAgainMs }) => ({
    do: 'change_handle',
    handle,
    checkAgainMs,
  }),
  lost: (task, traits) => afterLostWork(task, traits),
  work_failed: (task, traits, { failure }) => retry(task, traits, failure),
  media_missing: () => end('engine_media_invalid', { ...reasonTexts(reason('media_none')) }),
  texts_done: (_task, _traits, { result }) => ({ do: 'succeed', files: [], result }),
  media_done: (_task, _traits, { result }) => ({ do: 'store_result', result }),

  open_failed: openFailed,
  damaged: afterDamage,
  unusable: (_task, _traits, { reason }) => ({ do: 'end', reason }),
  saved: (_task, _traits, { files }) => ({ do: 'succeed', files }),
  cancelled_when_made: () => ({ ...stop('cancelled'), isMade: true }),

  // Work of a paid engine that continues is charged, so it is not left behind because of one failed request.
  cancel_failed: (task, { isPaid }, { reason, mayPass, failures }) =>
    reason.code === 'cancelled' && isPaid && mayPass && !isLate(task) && failures < maxCancels
      ? { do: 'wait', delayMs: cancelPauseMs }
      : { do: 'end', reason },
  // Our own error must not be repeated forever. A database or a disk that is
  // unavailable or full is waited for.
  fault: (task, _traits, { cause, faults }) => {
    if (cause === 'code' ? faults >= maxFaults : cause === 'storage' && isLate(task)) return stop('internal');
    return { do: 'wait', delayMs: cause === 'storage' ? fullDiskPauseMs : faultPauseMs };
  },
  // Only this process can reach the work of a local engine. What was paid for is kept.
  lease_lost: (_task, { local, isPaid = false }) => ({ do: 'let_go', isDiscarded: local && !isPaid }),
};

function nextStep({ phase }: TaskState): Decision {
  switch (phase) {
    case 'queued':
      return { do: 'prepare' };
    case 'starting':
      return { do: 'admit' };
    case 'running':
      return { do: 'check' };
    case 'saving':
      return { do: 'save' };
    default:
      throw new InvariantError(`A task in phase ${phase} was leased`);
  }
}

/**
 * If another route can take the task, it does so immediately. Otherwise it waits for an engine that is away,
 * or for the end of a pause, as long as a task may wait without an engine. Anything else is a failed try.
 */
function afterRefusal(task: TaskState, traits: DecidingTraits, event: EventNamed<'refused'>): Decision {
  const { failure, otherRoutes } = event;
  // An earlier call with the same key may have been accepted, regardless of how this one failed.
  if (task.phase === 'starting' && task.isResumed && traits.isPaid) return repeatPaidStart(task, failure);
  const nextTry =
    mayTryOther(failure) && otherRoutes.hasAlternative ? tryOther(task) : waitFor(task, failure, otherRoutes);
  if (!nextTry || isLate(task)) return { ...retry(task, traits, failure), isUnbegun: true };
  return { ...requeue({ isNotStarted: true, ...nextTry }), isUnbegun: true, failure };
}

/** Whether another engine may try the job. One that is wrong for an engine is not offered to all others. */
function mayTryOther(failure: EngineError): boolean {
  return failure.retryable || isAboutAccount(failure);
}

type Way = Pick<Requeue, 'delayMs' | 'rejectedBy'>;

function tryOther(task: TaskState): Way {
  return { delayMs: 0, rejectedBy: withOwnEngine(task.avoid, task) };
}

/**
 * Returns how a refused task waits without a failed try, or undefined if the job itself may be why it was
 * refused, or waiting does not help.
 */
function waitFor(task: TaskState, failure: EngineError, otherRoutes: OtherRoutes): Way | undefined {
  const { pauseMs, isOtherAwaited, refusedBy } = otherRoutes;
  const growingMs = retryDelayMs(Math.min(maxDoublings, task.attempt));
  if (isAway(failure)) return { delayMs: pauseMs ?? growingMs };
  if (failure.code === 'engine_busy' && pauseMs !== undefined) return { delayMs: pauseMs };
  if (!mayTryOther(failure) || !isOtherAwaited) return undefined;
  // Those that are waited for may have refused the task as well, and are asked first. The others are asked
  // again only as a last resort.
  return { delayMs: pauseMs ?? growingMs, rejectedBy: withOwnEngine(refusedBy, task) };
}

function withOwnEngine(engines: readonly string[], { engine }: TaskState): string[] {
  return [...new Set([...engines, engine])];
}

function startFailed(
  task: TaskState,
  traits: DecidingTraits,
  { failure }: EventNamed<'start_failed'>,
): Decision {
  const { isPaid, afterUnknownStart } = traits;
  if (task.isResumed && isPaid) return repeatPaidStart(task, failure);
  // The engine reported that the work failed, so another try is another start.
  const isVerdict = failure.code === 'engine_error' && !isAdapterFailure(failure);
  const isNeverRepeated = afterUnknownStart === 'never';
  if (!failure.retryable || (isNeverRepeated && isVerdict)) return retry(task, traits, failure);
  if (isNeverRepeated) return startUnknown(failure);
  if (isLate(task)) return stop('timeout');
  return isPaid && !isVerdict ? repeatPaidStart(task, failure) : repeat(task, traits, failure);
}

/**
 * The engine may have accepted a paid start, in this call or an earlier one. It is repeated with its key, by
 * which the engine recognizes it, and given up in the end. An engine that is away or busy is asked for half a
 * minute, in which most of them restart.
 */
function repeatPaidStart(task: TaskState, failure: EngineError): Decision {
  const tries = task.tries + 1;
  if (isLate(task) || tries >= (isAwayOrBusy(failure) ? maxTriesAway : maxTries))
    return startUnknown(failure);
  return { do: 'repeat', delayMs: retryDelayMs(tries), failure };
}

function checkFailed(task: TaskState, traits: DecidingTraits, event: EventNamed<'check_failed'>): Decision {
  const { error, failures } = event;
  if (isLate(task)) return stop('timeout');
  // An adapter that cannot follow the work would fail until the deadline. Paid work is
  // followed until then: it is bought.
  if (isAdapterFailure(error) && !traits.isPaid && failures >= maxFailedChecks) {
    const failure = error instanceof EngineError ? error : new AdapterFailure(error);
    return { do: 'stop', reason: failureReason(failure), failure };
  }
  // A failed poll does not mean that the work failed. If the engine never answers
  // again, the deadline ends the task.
  const mayPass = isAdapterFailure(error) || !(error instanceof EngineError) || error.retryable;
  return mayPass ? { do: 'wait', delayMs: pauseAfter(error, task.leftMs) } : retry(task, traits, error);
}

/**
 * Work that costs money is not bought again. For another remote engine its loss is a failure that may pass. A
 * local engine either restarted with this process, which the lease has counted if the stop was not orderly,
 * or lost the work while this process was running, which counts here.
 */
function afterLostWork(task: TaskState, traits: DecidingTraits, failure?: EngineError): Decision {
  if (traits.isPaid) return end('paid_work_lost', failure && causeDetails(failure));
  if (!traits.local)
    return retry(task, traits, new EngineError('engine_error', reason('lost'), { retryable: true }));
  const attemptLost = !task.isResumed;
  if (attemptLost && task.lostAttempts + 1 >= maxLostAttempts) return stop('attempts_lost');
  return requeue({ delayMs: 0, attemptLost });
}

function openFailed(task: TaskState, traits: DecidingTraits, event: EventNamed<'open_failed'>): Decision {
  const { failure, failures } = event;
  // Another process rendered it: its files went with it, and the picture can be made again.
  if (traits.local && failure.code === 'engine_error') return afterLostWork(task, traits, failure);
  const isOver = isLate(task) || (!traits.isPaid && failures >= maxFreeOpens);
  return failure.retryable && !isOver ? openLater(task, failure, failures) : retry(task, traits, failure);
}

/** A bought file that is damaged may have been cut off on its way, or may not be complete yet. */
function afterDamage(task: TaskState, traits: DecidingTraits, event: EventNamed<'damaged'>): Decision {
  const { reason, failure, failures, times } = event;
  const mayBeWholeLater = traits.isPaid && !isLate(task) && times < maxSameDamage;
  return mayBeWholeLater ? openLater(task, failure, failures) : { do: 'end', reason };
}

/**
 * The result exists, and its provider keeps it for hours, so the pauses between the tries to fetch it grow. A
 * result that was paid for is tried until the deadline.
 */
function openLater({ leftMs }: TaskState, failure: EngineError, failures: number): Decision {
  return { do: 'wait', delayMs: pauseAfterOpen(failure, failures, leftMs), failure };
}

/** Repeats the step, with the same start key or for the same files, as long as it may be tried. */
function repeat(task: TaskState, traits: DecidingTraits, failure: EngineError): Decision {
  const tries = task.tries + 1;
  if (tries >= maxTries || isLate(task)) return retry(task, traits, failure);
  return { do: 'repeat', delayMs: retryDelayMs(tries), failure };
}

type RetryOrEnd = Extract<Decision, { do: 'requeue' | 'end' }>;

/**
 * Returns the task to the queue for another try, if that may help. Work that was accepted and costs money is
 * not bought again.
 */
function retry(task: TaskState, { isPaid = false }: DecidingTraits, failure: EngineError): RetryOrEnd {
  const tries = task.tries + 1;
  const isBought = isPaid && !failure.notStarted;
  if (!failure.retryable || isBought || tries >= maxTries || isLate(task))
    return { do: 'end', reason: failureReason(failure), failure };
  return { ...requeue({ delayMs: retryDelayMs(tries), counted: true }), failure };
}

/**
 * Stops a task of which nobody can find out whether the engine has begun the work. If the engine answers in
 * the end, the work is cancelled.
 */
function startUnknown(failure: EngineError): Decision {
  return { do: 'stop', reason: unknownStartReason(failure), failure };
}

/** The error of a start whose process ended before the engine responded. */
function interruptionError(): EngineError {
  return new EngineError('engine_unavailable', reason('start_interrupted'));
}

function requeue(options: Partial<Requeue> & Pick<Requeue, 'delayMs'>): Extract<Decision, { do: 'requeue' }> {
  return { do: 'requeue', how: { counted: false, attemptLost: false, ...options } };
}

function stop(code: ErrorCode): Extract<Decision, { do: 'stop' }> {
  return { do: 'stop', reason: { code, details: {} } };
}

function end(code: ErrorCode, details: ErrorDetails = {}): Decision {
  return { do: 'end', reason: { code, details } };
}

function isLate({ leftMs }: TaskState): boolean {
  return leftMs < 0;
}
