/** The interface of everything that can paint the frames of a clip. */
import type { Canvas } from '@napi-rs/canvas';

export interface ClipPainter {
  /** Paints one moment. Moments come in any order, in a loop also before 0. The canvas is reused. */
  paint(seconds: number): Canvas;
  /** Prepares the first frame with less memory than `paint` would need. */
  prepare?(): Promise<void>;
}
