/**
 * Does what was decided for a step: calls the engine, or writes under the lease. Returns what that
 * found, which is decided next, or the outcome of the step. Each decision calls the engine at most
 * once for a start, a check or a file.
 */
import { checkWork } from './check-work.ts';
import type { Decision } from './decision.ts';
import { discardFiles } from './discard-files.ts';
import { endUncharged, letGo, stop, succeed } from './end-task.ts';
import { type AdvanceDependencies, type Execution, leaseLost, moved, type Outcome } from './execution.ts';
import { noteUnauthorized } from './note-reachability.ts';
import { changeHandle, noteProgress } from './note-running.ts';
import { saveFiles, storeResult } from './save-result.ts';
import { askAdmission, findWork, prepare, startWork, storeHandle } from './start-work.ts';
import type { StepEvent } from './step-event.ts';

type StepFinding = Outcome | StepEvent;

export async function applyDecision(
  decision: Decision,
  held: Execution,
  parts: AdvanceDependencies,
): Promise<StepFinding> {
  reportFailure(decision, held, parts);
  if ('isUnbegun' in decision && decision.isUnbegun) await parts.routing.releaseReservation(held.task);
  switch (decision.do) {
    case 'prepare':
      return prepare(held, parts);
    case 'admit':
      return held.memo.unwritten ?? askAdmission(held, parts);
    case 'find':
      return findWork(held, parts);
    case 'start':
      return startWork(held, parts);
    case 'check':
      return held.memo.unwritten ?? checkWork(held, parts);
    case 'save':
      return held.memo.unwritten ?? saveFiles(held, parts);
    case 'store_handle':
      return storeHandle(held, parts, decision.handle);
    case 'change_handle':
      return changeHandle(held, parts, decision);
    case 'forget_losses':
      return forgetLosses(held, parts);
    case 'note_progress':
      return noteProgress(held, parts, decision.status);
    case 'store_result':
      return storeResult(held, parts, decision.result);
    case 'wait':
      return { kind: 'rescheduled', delayMs: decision.delayMs };
    case 'repeat':
      return repeat(held, parts, decision);
    case 'requeue':
      return requeue(held, parts, decision);
    case 'succeed':
      return succeed(held, parts, decision);
    case 'stop':
      return stop(held, parts, decision);
    case 'end':
      return endUncharged(held, parts, decision.reason);
    case 'let_go':
      return letGo(held, parts, decision);
  }
}

function reportFailure(decision: Decision, held: Execution, { events }: AdvanceDependencies): void {
  if (!('failure' in decision) || !decision.failure) return;
  if (decision.do !== 'wait') return events.engineFailed(held.task, decision.failure);
  events.checkFailed(held.task, decision.failure);
  noteUnauthorized(held, decision.failure);
}

async function forgetLosses({ task }: Execution, { store }: AdvanceDependencies): Promise<Outcome> {
  return moved(await store.forgetLostAttempts(task.lease), { ...task, lostAttempts: 0 });
}

async function repeat(
  { task }: Execution,
  { store }: AdvanceDependencies,
  { delayMs }: Extract<Decision, { do: 'repeat' }>,
): Promise<Outcome> {
  return (await store.tryAgain(task.lease, delayMs)) ? { kind: 'released' } : leaseLost;
}

async function requeue(
  held: Execution,
  { store, events }: AdvanceDependencies,
  { how }: Extract<Decision, { do: 'requeue' }>,
): Promise<Outcome> {
  const { task } = held;
  if (!(await store.moveToQueued(task.lease, how))) return leaseLost;
  events.taskRequeued(task, how);
  await discardFiles(held);
  return { kind: 'released' };
}
