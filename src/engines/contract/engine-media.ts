/** A file that an engine made. */
import type { Json } from './json.ts';

/** One finished file, not yet fetched. */
export interface EngineMedia {
  /**
   * A `frame` is a small picture from the preceding clip. 16 frames, in order of time, make the spritesheet
   * of the clip. A clip without frames has no spritesheet.
   */
  readonly kind: 'picture' | 'clip' | 'frame';
  /**
   * `image/x-rgba` is raw 8-bit RGBA, row by row. Any other value is only a claim of the engine: type, size,
   * length and sound are read from the file. Pictures are PNG, JPEG, WebP, AVIF or GIF.
   */
  readonly contentType: string;
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
  /** The size that the engine was asked for. Absent means the size of the job. */
  readonly asked?: { readonly width: number; readonly height: number };
  /** The length of a clip in milliseconds. Absent for pictures. */
  readonly durationMs?: number;
  /** The frame rate of a clip. Absent for pictures. */
  readonly framesPerSecond?: number;
  /**
   * The cell of the file, 0-3, that is this picture. The file then has two rows and two columns of pictures,
   * so that all four are decoded at the same time. Absent if the file is one picture.
   */
  readonly cell?: number;
  /** Identifies the file for `open`. Opaque. */
  readonly ref: Json;
}
