/** Writes what changes while an engine works: the progress, the newest preview and the handle. */
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
  const changedTask = { ...task, lostAttempts: 0, handle };
  return { kind: 'moved', task: changedTask, delayMs: pauseMs(checkAgainMs, execution, parts) };
}

/** Limits the pause that the engine requests, so that the deadline is noticed. */
function pauseMs(checkAgainMs: number, execution: Execution, parts: AdvanceDependencies): number {
  return Math.min(checkAgainMs, maxPauseMs, Math.max(0, timeLeftMs(execution, parts)));
}

export async function noteProgress(
  execution: Execution,
  parts: AdvanceDependencies,
  status: RunningStatus,
): Promise<Outcome> {
  const { task } = execution;
  const percent = Math.min(
    99,
    Math.max(0, Math.floor((Number.isFinite(status.progress) ? status.progress : 0) * 100)),
  );
  const { checkAgainMs } = status;
  const { local } = execution.engine.traits;
  const pacedMs = local ? checkAgainMs : parts.checkPace.pauseMs(runningWork(execution, parts), status);
  const againMs = pauseMs(pacedMs, execution, parts);
  if (!status.preview && percent === execution.memo.percent) return { kind: 'rescheduled', delayMs: againMs };
  const preview = status.preview && (await savePreview(execution, parts, status.preview));
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
