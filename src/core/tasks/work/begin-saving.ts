/** Makes the files of a result. */
import type { SavedOutputs } from '../outputs/save-outputs.ts';
import { openMedia } from './open-media.ts';
import type { AdvanceDependencies, Execution } from './execution.ts';

/** Fetches, processes and stores the files once, regardless of the number of steps that ask for them. */
export function beginSaving(execution: Execution, parts: AdvanceDependencies): Promise<SavedOutputs> {
  const { task, memo } = execution;
  if (memo.saving) return memo.saving;
  const saving = parts.outputSaver.finished(task, media => openMedia(execution, parts, media));
  // The step that needs them handles a failure.
  saving.catch(() => {});
  memo.saving = saving;
  return saving;
}
