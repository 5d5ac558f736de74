/** Types of renditions and of the media that they are made from. */
import type { AcceptedResult } from '@kinora/shared/models/model-card';
import type { EngineInput } from '../../../engines/contract/engine-input.ts';
import type { EngineJob } from '../../../engines/contract/engine-job.ts';
import type { EngineMedia } from '../../../engines/contract/engine-media.ts';
import type { Provenance } from '../../../media/provenance/provenance-record.ts';
import type { StoredFile } from '../../../media/storage/stored-file.ts';

/** The part of a job that is needed to check and process its result. */
export type SavedJob = Omit<EngineJob, 'inputs' | 'clip' | 'parent'> & {
  readonly clip?: { readonly storageKey: string; readonly seconds: number };
  readonly inputs?: readonly (Omit<EngineInput, 'bytes'> & { readonly storageKey: string })[];
};

/** One file as the engine returned it. */
export interface OpenedMedia {
  readonly media: EngineMedia;
  readonly bytes: Uint8Array;
}

/** What the files of a task are made by. */
export interface RenditionContext {
  readonly provenance: Provenance;
  /** Results that are failures of the engine for other models. */
  readonly acceptedResults: readonly AcceptedResult[];
  /** Reads the picture that a clip starts from. Returns undefined if it starts from none, or it is gone. */
  readonly startPicture?: () => Promise<Uint8Array | undefined>;
}

/** A file ready to be stored. */
export interface Rendition {
  readonly kind: StoredFile['kind'];
  readonly ordinal: number;
  readonly contentType: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly durationMs?: number;
  readonly framesPerSecond?: number;
  readonly hasSound?: boolean;
}
