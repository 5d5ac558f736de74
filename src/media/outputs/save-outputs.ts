/** Checks what an engine returned, makes renditions of it (sheet, thumbnails, provenance) and stores them. */
import {
  candidatesOf,
  type DigitalSourceType,
  type EngineMedia,
  type EnginePreview,
} from '../../engines/engine.ts';
import { newSecret } from '../../lib/id.ts';
import { processClip } from './process-clip.ts';
import { processPictures } from './process-pictures.ts';
import type { Provenance } from '../provenance/provenance-record.ts';
import type { OpenedMedia, Rendition, SavedJob } from './rendition.ts';
import type { Storage } from '../storage/storage.ts';
import type { StoredFile } from '../storage/stored-file.ts';
import { UnusableMedia } from './unusable-media.ts';

/** The data of a task that is needed to store its files. */
export interface SavedTask {
  readonly publicId: string;
  readonly engine: string;
  readonly model: string;
  readonly job: SavedJob;
  readonly media: readonly EngineMedia[] | undefined;
  readonly createdMs: number;
}

export type SavedOutputs =
  | { readonly ok: true; readonly files: readonly StoredFile[] }
  | { readonly ok: false; readonly reason: string };

export interface OutputSaver {
  /** Fetches, checks and stores all files of a task. Returns `ok: false` if the engine did not return what was requested. */
  finished(task: SavedTask, open: (media: EngineMedia) => Promise<Uint8Array>): Promise<SavedOutputs>;
  /** Stores a preview of a running task. */
  preview(task: SavedTask, preview: EnginePreview): Promise<StoredFile>;
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
};

export function openOutputSaver(
  storage: Storage,
  sourceTypeOf: (engine: string) => DigitalSourceType,
): OutputSaver {
  const store = async (task: SavedTask, file: Rendition): Promise<StoredFile> => {
    const key = newSecret();
    const storageKey = `${task.job.taskId}/${key.toLowerCase()}.${extensions[file.contentType]}`;
    const { sizeBytes, sha256 } = await storage.put(storageKey, file.bytes);
    const { kind, ordinal, contentType, width, height, durationMs } = file;
    return {
      key,
      kind,
      ordinal,
      storageKey,
      contentType,
      sizeBytes,
      width,
      height,
      sha256,
      ...(durationMs !== undefined && { durationMs }),
    };
  };
  return {
    finished: async (task, open) => {
      const opened: OpenedMedia[] = [];
      for (const media of task.media ?? []) opened.push({ media, bytes: await open(media) });
      try {
        if (candidatesOf(task.job) === 0) return { ok: true, files: [] };
        const provenance = provenanceOf(task, sourceTypeOf(task.engine));
        const renditions =
          task.job.kind === 'clip'
            ? await processClip(task.job, opened, provenance)
            : await processPictures(task.job, opened, provenance);
        const stored = renditions.map(async rendition => store(task, await rendition));
        return { ok: true, files: await Promise.all(stored) };
      } catch (error) {
        if (error instanceof UnusableMedia) return { ok: false, reason: error.message };
        throw error;
      }
    },
    preview: (task, { contentType, bytes, width, height }) =>
      store(task, { kind: 'preview', ordinal: 0, contentType, bytes, width, height }),
  };
}

function provenanceOf(task: SavedTask, digitalSourceType: DigitalSourceType): Provenance {
  const { prompt, seed, taskId: _, model: __, inputs, ...others } = task.job;
  const roles = inputs?.map(({ role, weight }) => ({ role, ...(weight !== undefined && { weight }) }));
  const parameters = { ...others, ...(roles && { inputs: roles }) };
  return {
    engine: task.engine,
    model: task.model,
    prompt,
    seed,
    parameters,
    taskId: task.publicId,
    createdAt: new Date(task.createdMs).toISOString(),
    digitalSourceType,
  };
}
