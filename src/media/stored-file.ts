/** A file of a task that is in storage: a row of `outputs`. */
export interface StoredFile {
  /** Unguessable public address. */
  readonly key: string;
  readonly kind: 'preview' | 'sheet' | 'cell' | 'picture' | 'clip' | 'thumbnail' | 'spritesheet';
  readonly ordinal: number;
  readonly storageKey: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs?: number;
  readonly sha256: string;
}
