/**
 * What is written while an engine works: how far it is, its newest preview, and a handle that has changed.
 */
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { EnginePreview } from '../../../engines/contract/engine-preview.ts';
import type { StoredFile } from '../../../media/storage/stored-file.ts';
import {
  type AdvanceDependencies,
  type Execution,
  leaseLost,
  type Outcome,
  runningWork,
  timeLeftMs,
} from './execution.ts';
import type { RunningStatus } from './step-event.ts';

interface ChangedHandle {
  readonly handle: EngineHandle;
  readonly checkAgainMs: number;
}

const maxPauseMs = 60_000;

/** Stored before the next call, so that a crash cannot make the engine do again what it has begun. */
export async function changeHandle(
  execution: Execution,
  parts: AdvanceDependencies,
  change: ChangedHandle,
): Promise<Outcome> {
  const { task, memo } = execution;
  const { handle, checkAgainMs } = change;
  memo.unwritten = { what: 'handle_changed', handle, checkAgainMs };
  const isWritten = await parts.store.changeHandle(task.lease, handle);
  delete memo.unwritten;
  if (!isWritten) return leaseLost;
  const next = { ...task, lostAttempts: 0, handle };
  return { kind: 'moved', task: next, delayMs: pauseMs(checkAgainMs, execution, parts) };
}

/** Limited, so that the deadline is noticed regardless of what the engine asks for. */
function pauseMs(checkAgainMs: number, execution: Execution, parts: AdvanceDependencies): number {
  return Math.min(checkAgainMs, maxPauseMs, Math.max(0, timeLeftMs(execution, parts)));
}

export async function noteProgress(
  execution: Execution,
  parts: AdvanceDependencies,
  state: RunningStatus,
): Promise<Outcome> {
  const { task } = execution;
  const percent = Math.min(
    99,
    Math.max(0, Math.floor((Number.isFinite(state.progress) ? state.progress : 0) * 100)),
  );
  const { checkAgainMs } = state;
  const { local } = execution.engine.traits;
  const pacedMs = local ? checkAgainMs : parts.checkPace.pauseMs(runningWork(execution, parts), state);
  const againMs = pauseMs(pacedMs, execution, parts);
  if (!state.preview && percent === execution.memo.percent) return { kind: 'rescheduled', delayMs: againMs };
  const preview = state.preview && (await savePreview(execution, parts, state.preview));
  const isWritten = await parts.store.saveProgress(task.lease, percent, preview);
  execution.memo.percent = percent;
  return isWritten ? { kind: 'rescheduled', delayMs: againMs } : leaseLost;
}

/** A preview is optional. One that cannot be stored is left out. */
function savePreview(
  { task }: Execution,
  parts: AdvanceDependencies,
  preview: EnginePreview,
): Promise<StoredFile | undefined> {
  return parts.outputSaver.preview(task, preview).catch((error: unknown) => {
    parts.events.workerError(error);
    return undefined;
  });
}
