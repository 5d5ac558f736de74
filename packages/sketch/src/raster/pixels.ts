/** Canvases whose pixels are computed one by one. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';

export function newCanvas(width: number, height: number): { canvas: Canvas; context: SKRSContext2D } {
  const canvas = createCanvas(Math.max(1, Math.ceil(width)), Math.max(1, Math.ceil(height)));
  return { canvas, context: canvas.getContext('2d') };
}

/** Frees the memory of a canvas that is no longer needed. The garbage collector does not count it. */
export function release(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}

/**
 * Lets the memory of unused canvases and pixels be freed. That happens only in a turn of the event loop,
 * which drawing leaves no other.
 */
export function freeMemory(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

/** Work in steps: it yields where it no longer uses some canvases and pixels. */
export type Steps<Result> = Generator<void, Result>;

export function takeSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same, and frees memory between the steps. */
export async function takeStepsApart<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await freeMemory();
  }
}

/** A canvas filled by writing straight into its RGBA bytes (not premultiplied). */
export function canvasFrom(width: number, height: number, fill: (pixels: Uint8ClampedArray) => void): Canvas {
  const { canvas, context } = newCanvas(width, height);
  const image = context.createImageData(canvas.width, canvas.height);
  fill(image.data);
  context.putImageData(image, 0, 0);
  return canvas;
}

/**
 * Lets `edit` rewrite the RGBA bytes of each row in place. Called so often, it is compiled as a whole, which
 * a loop over all rows is not.
 */
export function editRows(canvas: Canvas, edit: (pixels: Uint8ClampedArray, row: number) => void): void {
  editPixels(canvas, pixels => {
    const length = canvas.width * 4;
    for (let row = 0; row < canvas.height; row++)
      edit(pixels.subarray(row * length, (row + 1) * length), row);
  });
}

/** Lets `edit` rewrite the canvas's RGBA bytes in place. */
export function editPixels(canvas: Canvas, edit: (pixels: Uint8ClampedArray) => void): void {
  const context = canvas.getContext('2d');
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  edit(image.data);
  context.putImageData(image, 0, 0);
}
