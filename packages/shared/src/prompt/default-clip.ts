/** The default size and length of clips on the image interface. */
import type { PixelSize } from './picture-size.ts';

/** Four candidates of five seconds. */
export const defaultClip = { seconds: 5, framesPerSecond: 24, clips: 4 } as const;

/** Pixels of its shorter side. */
export const clipLines = 480;

const longest = 1920;

/** The picture's shape with so many lines on its shorter side; even, as H.264 requires. */
export function defaultClipSize({ width, height }: PixelSize, lines: number): PixelSize {
  const even = (pixels: number) => Math.round(pixels / 2) * 2;
  const scale = Math.min(lines / Math.min(width, height), longest / Math.max(width, height));
  return { width: even(width * scale), height: even(height * scale) };
}
