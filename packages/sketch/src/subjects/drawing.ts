/** A vector drawing in a box that starts at 0, 0, and its painting at any size. */
import { type Canvas, createCanvas, Image } from '@napi-rs/canvas';

export interface Drawing {
  /** SVG elements without the root. */
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  /** The point on which the figure stands, if that is not the middle of its lowest part. */
  readonly footX?: number;
}

/** A small painting to measure: RGBA, `scale` pixels to the unit. */
export interface SamplePixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

const samplePx = 160;

/** Pixels of the painted box to keep. */
export interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Paints the box, or a crop of it, `scale` pixels to the unit, on transparent ground. */
export function paintDrawing(drawing: Drawing, scale: number, crop?: Crop): Canvas {
  const width = Math.max(1, Math.round(drawing.width * scale));
  const height = Math.max(1, Math.round(drawing.height * scale));
  const image = new Image();
  image.width = width;
  image.height = height;
  image.src = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}" ` +
      `viewBox="0 0 ${drawing.width} ${drawing.height}" preserveAspectRatio="none">${drawing.svg}</svg>`,
  );
  const canvas = createCanvas(crop?.width ?? width, crop?.height ?? height);
  canvas.getContext('2d').drawImage(image, -(crop?.left ?? 0), -(crop?.top ?? 0), width, height);
  image.src = Buffer.alloc(0);
  return canvas;
}

/**
 * Frees the pixels of a canvas immediately. The garbage collector does not count them and
 * would let gigabytes pile up.
 */
export function releaseCanvas(canvas: Canvas): void {
  canvas.width = 1;
  canvas.height = 1;
}

export function renderSample(drawing: Drawing): SamplePixels {
  const scale = samplePx / Math.max(drawing.width, drawing.height);
  const canvas = paintDrawing(drawing, scale);
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  releaseCanvas(canvas);
  return { data, width, height, scale };
}
