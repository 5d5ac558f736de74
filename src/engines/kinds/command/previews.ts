/** The previews of programs that run: each is shown once. */
import { inspectPicture } from '../../../media/picture/picture.ts';
import type { EnginePreview } from '../../contract/engine-preview.ts';
import { readInside } from './read-result.ts';
import type { RunProgress } from './run-files.ts';

export interface Previews {
  /** Returns undefined if there is no new one. */
  next(folder: string, progress: RunProgress): Promise<EnginePreview | undefined>;
  forget(folder: string): void;
}

const maxBytes = 2 * 1024 * 1024;

export function openPreviews(): Previews {
  const previewCounts = new Map<string, number>();
  return {
    async next(folder, { preview, previews }) {
      if (preview === undefined || previews <= (previewCounts.get(folder) ?? 0)) return undefined;
      previewCounts.set(folder, previews);
      // A file that is just being written is no failure of the work: the next one will do.
      return read(folder, preview).catch(() => undefined);
    },
    forget: folder => void previewCounts.delete(folder),
  };
}

async function read(folder: string, name: string): Promise<EnginePreview | undefined> {
  const bytes = await readInside(folder, name, maxBytes);
  const { format, width, height } = await inspectPicture(bytes);
  if (format !== 'png' && format !== 'jpeg' && format !== 'webp') return undefined;
  return { contentType: `image/${format}`, bytes, width, height };
}
