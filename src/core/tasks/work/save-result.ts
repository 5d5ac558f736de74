/** Saves the result of an engine as stored files. */
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineHandle } from '../../../engines/contract/engine-handle.ts';
import type { EngineResult } from '../../../engines/contract/engine-result.ts';
import { reasonTexts } from '@kinora/shared/errors/reason';
import type { SavedOutputs } from '../outputs/save-outputs.ts';
import { beginSaving } from './begin-saving.ts';
import {
  type AdvanceDependencies,
  type Execution,
  type Memo,
  moveOutcome,
  type Outcome,
} from './execution.ts';
import type { StepEvent } from './step-event.ts';

export async function storeResult(
  execution: Execution,
  parts: AdvanceDependencies,
  result: EngineResult & { readonly handle?: EngineHandle },
): Promise<Outcome> {
  const { task } = execution;
  const { media, recipe, texts, handle } = result;
  const costMicros = wholeCost(result);
  const savingTask = { ...task, handle: handle ?? task.handle, phase: 'saving', media } as const;
  const writing = parts.store.moveToSaving(task.lease, {
    media,
    recipe,
    texts,
    ...(costMicros !== undefined && { costMicros }),
    ...(handle !== undefined && { handle }),
  });
  // Made while the commit waits for the disk. After a crash, they are made again, and these are deleted
  // with the folder of the task.
  void beginSaving({ ...execution, task: savingTask }, parts);
  return moveOutcome(await writing, savingTask);
}

/** Returns the cost that the engine reports. Returns undefined if that is no amount. */
export function wholeCost({ costMicros }: EngineResult): number | undefined {
  const wholeMicros = Math.ceil(costMicros ?? Number.NaN);
  return Number.isSafeInteger(wholeMicros) && wholeMicros >= 0 ? wholeMicros : undefined;
}

/** A store that fails is not the engine's fault: the worker tries this step again. */
export async function saveFiles(execution: Execution, parts: AdvanceDependencies): Promise<StepEvent> {
  const { task, memo, signal } = execution;
  try {
    const outputs = await beginSaving(execution, parts).finally(() => delete memo.saving);
    if (!outputs.ok) return unusable(execution, parts, outputs);
    memo.unwritten = { what: 'saved', files: outputs.files };
    parts.events.taskSaved(task);
    return memo.unwritten;
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (signal.aborted) return { what: 'interrupted' };
    return { what: 'open_failed', failure: error, failures: countFailure(memo) };
  }
}

/** Returns how often a file could not be fetched before. */
function countFailure(memo: Memo): number {
  const failures = memo.failedOpens ?? 0;
  memo.failedOpens = failures + 1;
  return failures;
}

function unusable(
  { memo }: Execution,
  { events }: AdvanceDependencies,
  outputs: Extract<SavedOutputs, { ok: false }>,
): StepEvent {
  if (outputs.code === 'engine_media_invalid') {
    const reason = { code: outputs.code, details: { ...reasonTexts(outputs.reason) } };
    if (outputs.damagedBytes === undefined) return { what: 'unusable', reason };
    const failure = new EngineError('engine_unavailable', outputs.reason, { retryable: true });
    const times = countDamage(memo, outputs.damagedBytes);
    return { what: 'damaged', reason, failure, failures: countFailure(memo), times };
  }
  // The reason is for the operator. A file without the signature that the operator requires is worse than
  // none.
  events.workerError(outputs.error);
  return { what: 'unusable', reason: { code: outputs.code, details: {} } };
}

function countDamage(memo: Memo, sizeBytes: number): number {
  const times = memo.damage?.sizeBytes === sizeBytes ? memo.damage.times + 1 : 1;
  memo.damage = { sizeBytes, times };
  return times;
}
