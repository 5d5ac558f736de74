/** Adds fine structure to a finished picture: more local contrast, and the grain of paper or canvas. */
import type { Canvas } from '@napi-rs/canvas';
import { noise } from '../../raster/noise.ts';
import { editPixels } from '../../raster/pixels.ts';
import type { Pixels } from '../../raster/raw-picture.ts';

export interface Texture {
  /** The strength, where 1 is clearly visible. */
  readonly strength: number;
  readonly seed: number;
}

/** Changes the pixels in place. */
export function addTexture(target: Canvas | Pixels, texture: Texture): void {
  if (!('getContext' in target)) return structure(target.data, target, texture);
  editPixels(target, pixels => structure(pixels, target, texture));
}

function structure(
  pixels: Uint8Array | Uint8ClampedArray,
  { width, height }: { width: number; height: number },
  { strength, seed }: Texture,
): void {
  const reach = Math.max(1, Math.round(height / 700));
  const fine = 900 / height;
  const shift = seed & 255;
  const row = width * 4;
  const before = new Float32Array(width * (reach + 1));
  for (let y = 0; y < height; y++) {
    const bufferRow = (y % (reach + 1)) * width;
    const oldestRow = ((y + 1) % (reach + 1)) * width;
    for (let x = 0; x < width; x++) {
      const at = y * row + x * 4;
      const light = pixels[at] * 0.3 + pixels[at + 1] * 0.59 + pixels[at + 2] * 0.11;
      before[bufferRow + x] = light;
      const older = y >= reach ? before[oldestRow + x] : light;
      const beside = x >= reach ? before[bufferRow + x - reach] : light;
      const form = Math.max(-14, Math.min(14, (light - (older + beside) / 2) * 0.45));
      const tooth =
        noise(x * fine + shift, y * fine) * 2.2 + noise(x * fine * 0.37, y * fine * 0.37 + shift) * 2.4;
      const lift = (form + tooth) * strength;
      pixels[at] = clampByte(pixels[at] + lift);
      pixels[at + 1] = clampByte(pixels[at + 1] + lift);
      pixels[at + 2] = clampByte(pixels[at + 2] + lift * 0.92);
    }
  }
}

function clampByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
