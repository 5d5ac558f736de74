/** The thumbnail of a file of a task. */
import type { Output } from '../../../core/tasks/read/task-view.ts';

/** A small picture is its own thumbnail. Undefined means a clip whose frames could not be decoded. */
export function findThumbnail(outputs: readonly Output[], file: Output): Output | undefined {
  const thumbnail = outputs.find(({ kind, ordinal }) => kind === 'thumbnail' && ordinal === file.ordinal);
  return thumbnail ?? (file.kind === 'clip' ? undefined : file);
}
