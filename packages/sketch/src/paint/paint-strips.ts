/**
 * Very large stages, painted strip by strip: all layers of the whole would take more
 * memory than a worker should.
 */
import type { Canvas } from '@napi-rs/canvas';
import { paintStage, type StageOptions } from './paint-stage.ts';
import { freeMemory, newCanvas, release } from '../raster/pixels.ts';
import type { Stage } from './stage/stage.ts';

/** The largest stage, in pixels, that is painted in one piece. */
const maxPixels = 9_000_000;
const stripCount = 3;
/** Picture heights painted beyond both sides of a strip: as far as waves mirror what is beside them. */
const margin = 0.08;

export async function paintInStrips(stage: Stage, options: StageOptions): Promise<Canvas> {
  const { width, height, unit } = stage;
  if (width * height <= maxPixels) return paintStage(stage, options);
  const { canvas, context } = newCanvas(width, height);
  const step = roundToEven(width / stripCount);
  for (let left = 0; left < width; left += step) {
    const from = Math.max(0, left - roundToEven(unit * margin));
    const to = Math.min(width, left + step + roundToEven(unit * margin));
    const strip = { ...stage, width: to - from, left: stage.left + from / unit };
    const stripCanvas = paintStage(strip, options.subjects ? { subjects: options.subjects } : {});
    const visibleWidth = Math.min(step, width - left);
    context.drawImage(stripCanvas, left - from, 0, visibleWidth, height, left, 0, visibleWidth, height);
    release(stripCanvas);
    await freeMemory();
    options.onProgress?.((0.6 * (left + visibleWidth)) / width, canvas);
  }
  return canvas;
}

/** Sky and clouds are computed for every other pixel, so each strip begins at an even one. */
function roundToEven(pixels: number): number {
  return Math.ceil(pixels / 2) * 2;
}
