/** Anything that can paint the moments of a clip. */
import type { Canvas } from '@napi-rs/canvas';

export interface ClipPainter {
  /**
   * The picture at a moment, in any order; a loop also asks for moments before 0. The canvas is used again.
   */
  paint(seconds: number): Canvas;
  /** Does what the first picture needs, with less memory than `paint` does it. */
  prepare?(): Promise<void>;
}
