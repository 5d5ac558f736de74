/**
 * Does what was decided for a step: calls the engine, or writes under the lease. Returns what that
 * found, which is decided next, or the outcome of the step. Each decision calls the engine at most
 * once for a start, a check or a file.
 */
import { checkWork } from './check-work.ts';
import type { Decision } from './decision.ts';
import { discardFiles } from './discard-files.ts';
import { endUncharged, letGo, stop, succeed } from './end-task.ts';
import {
  type AdvanceDependencies,
  type Execution,
  leaseLost,
  moveOutcome,
  type Outcome,
} from './execution.ts';
import { noteUnauthorized } from './note-reachability.ts';
import { changeHandle, noteProgress } from './note-running.ts';
import { saveFiles, storeResult } from './save-result.ts';
import { askAdmission, findWork, prepare, startWork, storeHandle } from './start-work.ts';
import type { StepEvent } from './step-event.ts';

type StepFinding = Outcome | StepEvent;

export async function applyDecision(
  decision: Decision,
  execution: Execution,
  parts: AdvanceDependencies,
): Promise<StepFinding> {
  reportFailure(decision, execution, parts);
  if ('isUnbegun' in decision && decision.isUnbegun) await parts.routing.releaseReservation(execution.task);
  switch (decision.do) {
    case 'prepare':
      return prepare(execution, parts);
    case 'admit':
      return execution.memo.unwritten ?? askAdmission(execution, parts);
    case 'find':
      return findWork(execution, parts);
    case 'start':
      return startWork(execution, parts);
    case 'check':
      return execution.memo.unwritten ?? checkWork(execution, parts);
    case 'save':
      return execution.memo.unwritten ?? saveFiles(execution, parts);
    case 'store_handle':
      return storeHandle(execution, parts, decision.handle);
    case 'change_handle':
      return changeHandle(execution, parts, decision);
    case 'forget_losses':
      return forgetLosses(execution, parts);
    case 'note_progress':
      return noteProgress(execution, parts, decision.status);
    case 'store_result':
      return storeResult(execution, parts, decision.result);
    case 'wait':
      return { kind: 'rescheduled', delayMs: decision.delayMs };
    case 'repeat':
      return repeat(execution, parts, decision);
    case 'requeue':
      return requeue(execution, parts, decision);
    case 'succeed':
      return succeed(execution, parts, decision);
    case 'stop':
      return stop(execution, parts, decision);
    case 'end':
      return endUncharged(execution, parts, decision.reason);
    case 'let_go':
      return letGo(execution, parts, decision);
  }
}

function reportFailure(decision: Decision, execution: Execution, { events }: AdvanceDependencies): void {
  if (!('failure' in decision) || !decision.failure) return;
  if (decision.do !== 'wait') return events.engineFailed(execution.task, decision.failure);
  events.checkFailed(execution.task, decision.failure);
  noteUnauthorized(execution, decision.failure);
}

async function forgetLosses({ task }: Execution, { store }: AdvanceDependencies): Promise<Outcome> {
  return moveOutcome(await store.forgetLostAttempts(task.lease), { ...task, lostAttempts: 0 });
}

async function repeat(
  { task }: Execution,
  { store }: AdvanceDependencies,
  { delayMs }: Extract<Decision, { do: 'repeat' }>,
): Promise<Outcome> {
  return (await store.tryAgain(task.lease, delayMs)) ? { kind: 'released' } : leaseLost;
}

async function requeue(
  execution: Execution,
  { store, events }: AdvanceDependencies,
  { how }: Extract<Decision, { do: 'requeue' }>,
): Promise<Outcome> {
  const { task } = execution;
  if (!(await store.moveToQueued(task.lease, how))) return leaseLost;
  events.taskRequeued(task, how);
  await discardFiles(execution);
  return { kind: 'released' };
}
