/**
 * The folder with which a file is deleted: `uploads/<key>/picture.png` -> `uploads/<key>`,
 * `<task>/sheet.png` -> `<task>`.
 */
export function folderOfFile(storageKey: string): string {
  return storageKey
    .split('/')
    .slice(0, storageKey.startsWith('uploads/') ? 2 : 1)
    .join('/');
}

/** A stored file of a task: a row of `outputs`. */
export interface StoredFile {
  /** The public address, which cannot be guessed. */
  readonly key: string;
  readonly kind: 'preview' | 'sheet' | 'cell' | 'picture' | 'clip' | 'thumbnail' | 'spritesheet';
  readonly ordinal: number;
  readonly storageKey: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly width: number;
  readonly height: number;
  readonly durationMs?: number;
  /** Clips only, like `durationMs`: as measured in the file. */
  readonly framesPerSecond?: number;
  readonly hasSound?: boolean;
  readonly sha256: string;
}
