/**
 * Style passes over a finished picture. All strengths are in picture heights, so a
 * style is the same at every size.
 */
import type { Canvas } from '@napi-rs/canvas';
import type { Style } from '../scene/reading.ts';
import { paintInk, paintPastel, paintPencil, paintWoodcut } from './drawn.ts';
import { paintOil } from './oil.ts';
import { paintNeon, paintNoir, paintPhoto } from './photographic.ts';
import type { Plate } from './plate.ts';
import { paintAnime, paintFlat, paintPixels, paintPoster } from './reduced.ts';
import { paintMosaic } from './tiles.ts';
import { paintWatercolor } from './watercolor.ts';

const passes: Record<Style, ((plate: Plate) => void) | undefined> = {
  illustration: undefined,
  photo: paintPhoto,
  watercolor: paintWatercolor,
  oil: paintOil,
  ink: paintInk,
  pencil: paintPencil,
  pastel: paintPastel,
  pixel: paintPixels,
  anime: paintAnime,
  flat: paintFlat,
  poster: paintPoster,
  mosaic: paintMosaic,
  woodcut: paintWoodcut,
  neon: paintNeon,
  noir: paintNoir,
};

/** Repaints an opaque picture in place. */
export function applyStyle(
  style: Style,
  canvas: Canvas,
  options: { unit: number; seed: number; open?: boolean; wrapped?: boolean },
): void {
  const { width, height } = canvas;
  passes[style]?.({
    canvas,
    width,
    height,
    unit: options.unit,
    seed: options.seed,
    aspect: width / options.unit,
    open: options.open ?? false,
    wrapped: options.wrapped ?? false,
  });
}
