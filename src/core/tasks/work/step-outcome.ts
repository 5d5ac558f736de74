/**
 * The outcomes of a step: the task moves on, is released, returns to the queue, or ends. Each is written under the lease before it
 * is returned.
 * @NOTE length: all outcomes are in one place, because each leads to others.
 */
import type { Database } from '../../../platform/db/open.ts';
import {
  type Engine,
  EngineError,
  type EngineFailure,
  type EngineHandle,
  holdsFiles,
  isAboutAccount,
  isAway,
  isAwayOrBusy,
} from '../../../engines/contract/engine.ts';
import { engineReason } from '../../../engines/contract/engine-reasons.ts';
import type { ErrorCode, ErrorDetails } from '@kinora/shared/errors/errors';
import type { TaskEvents } from './task-events.ts';
import type { Clock } from '@kinora/shared/clock';
import { withDetail } from '../../../platform/lib/text/with-detail.ts';
import { withoutAddresses } from '../../../platform/lib/text/without-addresses.ts';
import type { Storage } from '../../../media/storage/storage.ts';
import type { OutputSaver, SavedOutputs } from '../outputs/save-outputs.ts';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import { callEngine } from './call-engine.ts';
import { engineCall } from './engine-job.ts';
import { finishTask } from './finish-task.ts';
import { heldLease } from './held-lease.ts';
import type { EndPhase, LeasedTask, Phase } from '../task.ts';
import type { Requeue, TaskStore } from './task-store.ts';
import type { Routing } from '../routing/routing.ts';

export interface AdvanceParts {
  readonly db: Database;
  readonly store: TaskStore;
  readonly outputSaver: OutputSaver;
  /** Stores the pictures that tasks start from. */
  readonly storage: Storage;
  readonly events: TaskEvents;
  readonly clock: Clock;
  readonly retentionHours: number;
  readonly routing: Routing;
}

/** A leased task with its engine, as a step gets it. */
export interface Execution {
  readonly task: LeasedTask;
  readonly engine: Engine;
  /** Another process entered the phase, or the step was interrupted: its work may have been done already. */
  readonly resumed: boolean;
  /** Fires on cancellation and on stop. */
  readonly signal: AbortSignal;
  /** Results that could not be written yet, so that a repeated step does not call the engine twice. */
  readonly memo: Memo;
}

export interface Memo {
  /** The engine is being called to start the job, or was: whether it began is unknown until it answers. */
  isCalled?: boolean;
  handle?: EngineHandle;
  /** A handle that has changed. The engine is not asked again before it is stored: the next call could do again what was done. */
  changed?: ChangedHandle;
  /** The files of the result, while they are made. Begun before the result is stored. */
  saving?: Promise<SavedOutputs>;
  files?: readonly StoredFile[];
  percent?: number;
  /** How often in a row the adapter could not look at the work. */
  failedChecks?: number;
  /** When the breaker last counted a check for which the engine could not be reached. Undefined: it can be reached. */
  unreachableMs?: number;
  /** How often the result of a paid engine could not be fetched, and how often its work could not be cancelled. */
  failedOpens?: number;
  failedCancels?: number;
  /** The damaged result that was opened last: how large it is, and how often in a row it came. */
  damage?: { readonly sizeBytes: number; readonly times: number };
  /** The engine rejected its secret when it was last asked about the work. */
  isUnauthorized?: boolean;
}

export interface ChangedHandle {
  readonly handle: EngineHandle;
  readonly checkAgainMs: number;
}

/** The newest handle of the work, whether it could be stored or not. */
export function newestHandle({ task, memo }: Pick<Execution, 'task' | 'memo'>): EngineHandle | undefined {
  return memo.changed?.handle ?? task.handle ?? memo.handle;
}

export type Outcome =
  /** The next step can follow from this state: immediately, or after `delayMs`. */
  | { readonly kind: 'moved'; readonly task: LeasedTask; readonly delayMs?: number }
  /** Step again after `delayMs`, still under this lease. */
  | { readonly kind: 'again'; readonly delayMs: number }
  /** The lease is released: a worker leases the task again when it is due. */
  | { readonly kind: 'released' }
  | { readonly kind: 'finished'; readonly phase: EndPhase }
  | { readonly kind: 'lease_lost' };

/** Counted tries after failures that may pass. */
const maxTries = 3;
/** With the pauses between them, half a minute. */
const maxTriesAway = 6;
/** Of the pause before an engine that is away is tried again: at most half a minute. */
const maxDoublings = 6;
const overBudgetDelayMs = 10_000;
const maxCancels = 5;
const cancelPauseMs = 2_000;
/** Of the search for work that a task which ends may have begun. */
const findMs = 10_000;
const maxCauseLength = 2000;
const maxRemoteJobLength = 500;
/** Attempts lost with their process: the job itself may be the cause. On a slow machine that is killed often, three in a row happen by chance. */
const maxLostAttempts = 5;

export function hasLostTooMany({ task }: Execution): boolean {
  return task.lostAttempts >= maxLostAttempts;
}

/**
 * The engine no longer has the work. If it costs money, it is not bought again. For another remote engine that is a failure that may pass. A local engine either restarted with this process, which the
 * lease has counted if the stop was not orderly, or lost the work while this process was running, which counts here.
 */
export async function lost(held: Execution, parts: AdvanceParts, failure?: EngineError): Promise<Outcome> {
  const { task, engine } = held;
  if (engine.traits.isPaid) return fail(held, parts, { code: 'paid_work_lost', details: causeOf(failure) });
  if (!engine.traits.local)
    return retry(held, parts, new EngineError('engine_error', 'it lost the job', { retryable: true }));
  const attemptLost = !held.resumed;
  if (attemptLost && task.lostAttempts + 1 >= maxLostAttempts) return stop(held, parts, 'attempts_lost');
  return requeue(held, parts, { delayMs: 0, counted: false, attemptLost });
}

/** Another try, if that may help. Work that was accepted and costs money is not bought again. */
export async function retry(held: Execution, parts: AdvanceParts, failure: EngineError): Promise<Outcome> {
  const { task, engine } = held;
  parts.events.engineFailed(task, failure);
  const tries = task.tries + 1;
  const isBought = engine.traits.isPaid === true && !failure.notStarted;
  if (!failure.retryable || isBought || tries >= maxTries || isLate(held, parts)) {
    return fail(held, parts, {
      code: failure.code satisfies EngineFailure,
      details: failureDetails(failure),
    });
  }
  return requeue(held, parts, { delayMs: retryDelayMs(tries), counted: true, attemptLost: false });
}

async function requeue(held: Execution, parts: AdvanceParts, how: Requeue): Promise<Outcome> {
  const { task } = held;
  parts.events.taskRequeued(task, how);
  if (!(await parts.store.moveToQueued(task.lease, how))) return { kind: 'lease_lost' };
  await forget(held);
  return { kind: 'released' };
}

/**
 * The start failed, and the engine certainly did not accept the job. If another route can take the task, it does so at once. Otherwise it
 * waits for an engine that is away, or for the end of a pause, as long as a task may wait without an engine. Anything else is a failed try.
 */
export async function failOver(held: Execution, parts: AdvanceParts, failure: EngineError): Promise<Outcome> {
  const { task } = held;
  await parts.routing.releaseReservation(task);
  const mayGoElsewhere = mayGoOn(failure) && (await parts.routing.hasAlternative(task));
  const goingOn = mayGoElsewhere
    ? { delayMs: 0, rejectedBy: refusers(task) }
    : await waitOf(task, parts, failure);
  if (!goingOn || isLate(held, parts)) return retry(held, parts, failure);
  parts.events.engineFailed(task, failure);
  return requeue(held, parts, { counted: false, attemptLost: false, isNotStarted: true, ...goingOn });
}

/** A job that is wrong for one engine is not offered to all others. */
function mayGoOn(failure: EngineError): boolean {
  return failure.retryable || isAboutAccount(failure);
}

/** How a refused task waits without a failed try. Undefined: the job itself may be why it was refused, or waiting does not help. */
async function waitOf(
  task: LeasedTask,
  { routing }: AdvanceParts,
  failure: EngineError,
): Promise<Pick<Requeue, 'delayMs' | 'rejectedBy'> | undefined> {
  const pauseMs = routing.pauseMsOf(task);
  const growingMs = retryDelayMs(Math.min(maxDoublings, task.lease.attempt));
  if (isAway(failure)) return { delayMs: pauseMs ?? growingMs };
  if (failure.code === 'engine_busy' && pauseMs !== undefined) return { delayMs: pauseMs };
  if (!mayGoOn(failure) || !(await routing.waitsForOther(task))) return undefined;
  // Those that are waited for may have refused the task as well, and are asked first. The others are asked again only as a last resort.
  const avoid = task.avoid.filter(engine => !routing.isAwayOrBusy(task, engine));
  return { delayMs: pauseMs ?? growingMs, rejectedBy: refusers({ ...task, avoid }) };
}

function refusers({ avoid, engine }: LeasedTask): string[] {
  return [...new Set([...avoid, engine])];
}

/**
 * A paid start that was called before failed again. It is repeated with its key, by which the engine knows it, and given up in the end: the
 * engine may have accepted it. An engine that is away or busy is asked for half a minute, in which most of them restart.
 */
export async function tryPaidStartAgain(
  held: Execution,
  parts: AdvanceParts,
  failure: EngineError,
): Promise<Outcome> {
  const { task } = held;
  const tries = task.tries + 1;
  if (isLate(held, parts) || tries >= (isAwayOrBusy(failure) ? maxTriesAway : maxTries))
    return startUnknown(held, parts, failure);
  parts.events.engineFailed(task, failure);
  const written = await parts.store.tryAgain(task.lease, retryDelayMs(tries));
  return written ? { kind: 'released' } : { kind: 'lease_lost' };
}

/** The route was removed after the lease, and with it what the engine calls the model and its parameters. Another route takes the task. */
export async function routeGone(held: Execution, parts: AdvanceParts): Promise<Outcome> {
  const { task, engine } = held;
  // An earlier call may have been accepted, and nobody can be asked.
  if (held.resumed && engine.traits.isPaid && !engine.find) return startUnknown(held, parts, interrupted());
  await parts.routing.releaseReservation(task);
  return requeue(held, parts, { delayMs: 0, counted: false, attemptLost: false, isNotStarted: true });
}

/** Its secret may have been replaced since the work began: the worker looks for an engine that has the new one. */
export function noteUnauthorized({ memo }: Execution, error: unknown): void {
  memo.isUnauthorized = error instanceof EngineError && error.code === 'engine_unauthorized';
}

/** The engine may not begin the job now. Another route takes it, or this one later. */
export async function notAdmitted(
  held: Execution,
  parts: AdvanceParts,
  admission: 'over_budget' | { readonly waitMs: number },
): Promise<Outcome> {
  const { task } = held;
  const delayMs = admission === 'over_budget' ? overBudgetDelayMs : admission.waitMs;
  const again = { counted: false, attemptLost: false, isNotStarted: true };
  if (!(await parts.routing.hasAlternative(task))) return requeue(held, parts, { ...again, delayMs });
  return requeue(held, parts, { ...again, delayMs: 0, rejectedBy: refusers(task) });
}

/** Repeats the step after a delay, with the same start key or for the same files. Counts as a try. */
export async function tryStepAgain(
  held: Execution,
  parts: AdvanceParts,
  failure: EngineError,
): Promise<Outcome> {
  const { task } = held;
  if (task.tries + 1 >= maxTries || isLate(held, parts)) return retry(held, parts, failure);
  parts.events.engineFailed(task, failure);
  const written = await parts.store.tryAgain(task.lease, retryDelayMs(task.tries + 1));
  return written ? { kind: 'released' } : { kind: 'lease_lost' };
}

/** It cannot be found out whether the engine has begun the work. Operators see what went wrong; the client does not. */
export function startUnknown(held: Execution, parts: AdvanceParts, failure: EngineError): Promise<Outcome> {
  parts.events.engineFailed(held.task, failure);
  return fail(held, parts, { code: 'start_unknown', details: causeOf(failure) });
}

/** For a start whose process ended before the engine responded. */
export function interrupted(): EngineError {
  return new EngineError('engine_unavailable', 'the start was interrupted before the engine responded');
}

/** The cause is for operators: only `task show` tells it. */
function failureDetails(failure: EngineError): ErrorDetails {
  const reason = withoutAddresses(failure.message);
  const causeText = causeTextOf(failure) ?? failure.message;
  const isTold = causeText !== reason;
  return { ...engineReason(reason), ...(isTold && { cause: causeText.slice(0, maxCauseLength) }) };
}

function causeOf(failure: EngineError | undefined): ErrorDetails {
  if (!failure) return {};
  return { cause: withDetail(failure.message, causeTextOf(failure)).slice(0, maxCauseLength) };
}

function causeTextOf({ cause }: EngineError): string | undefined {
  const text = cause instanceof Error ? cause.message : cause;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function retryDelayMs(tries: number): number {
  return 500 * 2 ** tries;
}

export function isLate(held: Pick<Execution, 'task'>, parts: AdvanceParts): boolean {
  return timeLeftMs(held, parts) < 0;
}

/** Milliseconds until the deadline. Infinite for a task that was not begun. */
export function timeLeftMs({ task }: Pick<Execution, 'task'>, { clock }: AdvanceParts): number {
  return (task.deadlineMs ?? Infinity) - clock.now();
}

/** Cancels the work on the engine if possible, and ends the task in any case. */
export async function stop(
  held: Execution,
  parts: AdvanceParts,
  code: 'cancelled' | 'timeout' | 'attempts_lost',
): Promise<Outcome> {
  const { task, memo } = held;
  const isKept = mayHaveResult(held, code);
  // No file is written any more when the task has ended.
  await memo.saving?.catch(() => {});
  if (!(await heldLease(task.lease, parts.store))) return { kind: 'lease_lost' };
  // What is done already is not discarded.
  const work = isKept && task.phase === 'saving' ? 'charged' : await cancelWork(held, parts);
  if (code === 'cancelled' && work === 'again') return reschedule(cancelPauseMs);
  if (work === 'free' && task.phase !== 'saving') await parts.store.noteCost(task.lease, 0);
  if (code === 'cancelled') return finishCancelled(held, parts);
  return fail(held, parts, { code, details: {}, isKept: isKept && work !== 'free' });
}

/** Whether the result of the failed task was bought and may be at the engine, or soon: it can be fetched later. */
function mayHaveResult({ task, engine }: Execution, code: ErrorCode): boolean {
  if (!engine.traits.isPaid || task.handle === undefined || code === 'cancelled') return false;
  const mayGoOn = code === 'timeout' || code === 'attempts_lost' || code === 'paid_work_lost';
  return task.phase === 'saving' || (task.phase === 'running' && mayGoOn && !engine.traits.local);
}

/** What becomes of the work cannot be found out: it is cancelled if possible, and the task fails. */
export async function giveUp(held: Execution, parts: AdvanceParts, failure: EngineError): Promise<Outcome> {
  const { task } = held;
  if (!(await heldLease(task.lease, parts.store))) return { kind: 'lease_lost' };
  await cancelWork(held, parts);
  parts.events.engineFailed(task, failure);
  return fail(held, parts, { code: failure.code satisfies EngineFailure, details: failureDetails(failure) });
}

/** `free`: the provider has cancelled all of it, and charges nothing. `again`: a cancel that failed may succeed later. */
async function cancelWork(held: Execution, parts: AdvanceParts): Promise<'free' | 'charged' | 'again'> {
  const { task, engine } = held;
  // Also work that was begun, although that could not be written yet.
  const handle = newestHandle(held) ?? (await findStarted(held, parts));
  if (handle === undefined) return 'charged';
  try {
    await callEngine(undefined, () => engine.cancel(handle));
  } catch (error) {
    parts.events.checkFailed(task, error);
    return mayCancelLater(held, parts, error) ? 'again' : 'charged';
  }
  const { isPaid = false, canCancel = true } = engine.traits;
  return isPaid && canCancel && !engine.isPartlyDone?.(handle) ? 'free' : 'charged';
}

function finishCancelled(held: Execution, parts: AdvanceParts): Promise<Outcome> {
  const { retentionHours } = parts;
  return finish(held, parts, { phase: 'cancelled', code: 'cancelled', details: {}, retentionHours });
}

/** A start whose answer was lost may have been accepted: its work would go on, and be charged. */
async function findStarted(held: Execution, parts: AdvanceParts): Promise<EngineHandle | undefined> {
  const { task, engine, memo, resumed } = held;
  const { phase, startKey } = task;
  if (phase !== 'starting' || startKey === undefined || !(resumed || memo.isCalled)) return undefined;
  const find = (signal: AbortSignal) => engine.find?.(startKey, engineCall(task, parts, signal));
  return callEngine(undefined, find, findMs).catch((error: unknown) => {
    parts.events.checkFailed(task, error);
    return undefined;
  });
}

/** Work of a paid engine that goes on is charged, so it is not left behind because of one failed request. */
function mayCancelLater(held: Execution, parts: AdvanceParts, error: unknown): boolean {
  const { engine, memo } = held;
  const mayPass = !(error instanceof EngineError) || error.retryable;
  if (!engine.traits.isPaid || !mayPass || isLate(held, parts)) return false;
  memo.failedCancels = (memo.failedCancels ?? 0) + 1;
  return memo.failedCancels < maxCancels;
}

export function fail(
  held: Execution,
  parts: AdvanceParts,
  why: { code: ErrorCode; details: ErrorDetails; cause?: unknown; isKept?: boolean },
): Promise<Outcome> {
  return finish(held, parts, {
    phase: 'failed',
    code: why.code,
    details: why.details,
    isKept: why.isKept ?? mayHaveResult(held, why.code),
    retentionHours: parts.retentionHours,
  });
}

export async function finish(
  held: Execution,
  parts: AdvanceParts,
  ending: Parameters<typeof finishTask>[2],
): Promise<Outcome> {
  const { task } = held;
  const remoteJob = remoteJobOf(held);
  if (
    !(await finishTask(parts.db, task.lease, {
      ...ending,
      remoteJob,
      ...(ending.phase !== 'succeeded' && { mayCost: mayCost(held, ending.code) }),
    }))
  ) {
    // It was cancelled while its files were saved, or the lease is lost.
    const lease = ending.phase === 'succeeded' && (await heldLease(task.lease, parts.store));
    if (!lease || !lease.cancelRequested) return { kind: 'lease_lost' };
    // It was made, so its cost stays.
    await cancelWork(held, parts);
    return finishCancelled(held, parts);
  }
  parts.events.taskEnded(
    task,
    ending.phase === 'succeeded' ? { phase: ending.phase } : { phase: ending.phase, code: ending.code },
  );
  if (ending.phase === 'succeeded' || !ending.isKept) await forget(held);
  return { kind: 'finished', phase: ending.phase };
}

function mayCost(held: Execution, code: ErrorCode): boolean {
  const isAccepted = newestHandle(held) !== undefined || code === 'start_unknown';
  return held.engine.traits.isPaid === true && isAccepted;
}

/** It may be the handle of another version of the adapter. */
function remoteJobOf(held: Execution): string | undefined {
  const handle = newestHandle(held);
  try {
    return handle === undefined ? undefined : held.engine.remoteJobOf?.(handle)?.slice(0, maxRemoteJobLength);
  } catch {
    return undefined;
  }
}

/** Files of the work that are kept until the engine is told to discard them. Those that are left are deleted with the task's folder. */
async function forget({ task, engine }: Execution): Promise<void> {
  if (holdsFiles(engine.traits) && task.handle !== undefined)
    await engine.cancel(task.handle).catch(() => {});
}

/** Repeats the step under the same lease. After a crash, another worker continues when the lease has expired. */
export function reschedule(delayMs: number): Outcome {
  return { kind: 'again', delayMs };
}

export function moved(written: boolean, task: LeasedTask & { phase: Phase }): Outcome {
  return written ? { kind: 'moved', task } : { kind: 'lease_lost' };
}
