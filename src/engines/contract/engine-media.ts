/** A file that an engine made. */
import type { Json } from './json.ts';

/** One finished file, not yet fetched. */
export interface EngineMedia {
  /**
   * `frame`: a small picture from the preceding clip. 16 of them, in order of time, make its
   * spritesheet. Without any, it has none.
   */
  readonly kind: 'picture' | 'clip' | 'frame';
  /**
   * `image/x-rgba` is raw 8-bit RGBA, row by row. Everything else is only a claim: type, size, length and
   * sound are read from the file. Pictures are PNG, JPEG, WebP, AVIF or GIF.
   */
  readonly contentType: string;
  /** The width in pixels. */
  readonly width: number;
  /** The height in pixels. */
  readonly height: number;
  /** The size that the engine was asked for. Absent means that of the job. */
  readonly asked?: { readonly width: number; readonly height: number };
  /** Clips only. */
  readonly durationMs?: number;
  /** Clips only. */
  readonly framesPerSecond?: number;
  /**
   * 0-3: the picture is this cell of the file, which has two rows and two columns of pictures, so that
   * all four are decoded at the same time.
   */
  readonly cell?: number;
  /** Identifies the file for `open`. Opaque. */
  readonly ref: Json;
}
