/** What an engine made, checked, dressed (sheet, thumbnails, provenance) and put into storage. */
import {
  candidatesOf,
  type EngineInput,
  type EngineJob,
  type EngineMedia,
  type EnginePreview,
} from '../engines/engine.ts';
import { newSecret } from '../lib/id.ts';
import { dressClip } from './dress-clip.ts';
import { dressPictures } from './dress-pictures.ts';
import type { Provenance } from './provenance.ts';
import type { Storage } from './storage.ts';
import type { StoredFile } from './stored-file.ts';
import { UnusableMedia } from './unusable-media.ts';

/** What is to be known of a job to check and dress what came of it. */
export type KeptJob = Omit<EngineJob, 'inputs' | 'parent'> & {
  readonly inputs?: readonly Pick<EngineInput, 'role' | 'weight'>[];
};

/** What is to be known of a task to keep its files. */
export interface KeptTask {
  readonly publicId: string;
  readonly engine: string;
  readonly model: string;
  readonly job: KeptJob;
  readonly media: readonly EngineMedia[] | undefined;
  readonly createdMs: number;
}

/** A file ready to be stored. */
export interface DressedFile {
  readonly kind: StoredFile['kind'];
  readonly ordinal: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly durationMs?: number;
}

/** One file as the engine handed it over. */
export interface OpenedMedia {
  readonly media: EngineMedia;
  readonly bytes: Uint8Array;
}

export type KeptFiles =
  | { readonly ok: true; readonly files: readonly StoredFile[] }
  | { readonly ok: false; readonly reason: string };

export interface KeepFiles {
  /** Fetches, checks and stores all files of a task. `ok: false`: what the engine handed over is not what was asked for. */
  finished(task: KeptTask, open: (media: EngineMedia) => Promise<Uint8Array>): Promise<KeptFiles>;
  preview(task: KeptTask, preview: EnginePreview): Promise<StoredFile>;
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/mp4': 'mp4',
};

export function openKeepFiles(
  storage: Storage,
  sourceTypeOf: (engine: string) => Provenance['digitalSourceType'],
): KeepFiles {
  const keep = async (task: KeptTask, file: DressedFile): Promise<StoredFile> => {
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
        const dressed =
          task.job.kind === 'clip'
            ? await dressClip(task.job, opened, provenance)
            : await dressPictures(task.job, opened, provenance);
        return { ok: true, files: await Promise.all(dressed.map(file => keep(task, file))) };
      } catch (error) {
        if (error instanceof UnusableMedia) return { ok: false, reason: error.message };
        throw error;
      }
    },
    preview: (task, { contentType, bytes, width, height }) =>
      keep(task, { kind: 'preview', ordinal: 0, contentType, bytes, width, height }),
  };
}

function provenanceOf(task: KeptTask, digitalSourceType: Provenance['digitalSourceType']): Provenance {
  const { prompt, seed, taskId: _, model: __, inputs, ...dials } = task.job;
  const roles = inputs?.map(({ role, weight }) => ({ role, ...(weight !== undefined && { weight }) }));
  const parameters = { ...dials, ...(roles && { inputs: roles }) };
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
