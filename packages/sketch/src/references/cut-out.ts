/**
 * Cuts a figure out of its picture: the result is a small picture with soft edges, which is placed in
 * a scene like a drawn subject.
 */
import { createCanvas } from '@napi-rs/canvas';
import type { CutOut } from '../scene/scene.ts';
import { blurValues, sampleField } from '../styles/plate.ts';
import type { Figure } from './find-figure.ts';
import type { SmallPicture } from './small-picture.ts';

const longestSide = 320;
const qualities = [86, 76, 64, 50, 36, 22];

/** Encodes the figure as WebP with transparency, of at most `maxBytes`. */
export function cutOut(picture: SmallPicture, figure: Figure, maxBytes: number): CutOut {
  for (let side = longestSide; ; side *= 0.8) {
    const canvas = paintCutOut(picture, figure, side);
    for (const quality of qualities) {
      const bytes = canvas.toBuffer('image/webp', quality);
      if (bytes.length <= maxBytes || side < 64)
        return { webp: bytes.toString('base64'), aspect: canvas.width / canvas.height };
    }
  }
}

function paintCutOut({ full, factor }: SmallPicture, figure: Figure, longest: number) {
  const { box } = figure;
  const boxHeight = box.bottom - box.top;
  const boxWidth = box.right - box.left;
  const scale = Math.min(factor, longest / Math.max(boxHeight, boxWidth));
  const canvas = createCanvas(
    Math.max(8, Math.round(boxWidth * scale)),
    Math.max(8, Math.round(boxHeight * scale)),
  );
  const context = canvas.getContext('2d');
  const image = context.createImageData(canvas.width, canvas.height);
  const softMask = softEdge(figure);
  const inner = insideColors(figure);
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      const at = { x: box.left + (x + 0.5) / scale - 0.5, y: box.top + (y + 0.5) / scale - 0.5 };
      const alpha = sampleField(softMask, figure, at);
      const cell =
        Math.min(figure.height - 1, Math.max(0, Math.round(at.y))) * figure.width +
        Math.min(figure.width - 1, Math.max(0, Math.round(at.x)));
      // Edge pixels contain background color, so their color is taken from further inside the figure.
      const from =
        alpha > 0.9 ? at : { x: inner[cell] % figure.width, y: Math.floor(inner[cell] / figure.width) };
      const to = (y * canvas.width + x) * 4;
      const source = colorAt(full, {
        x: from.x * factor,
        y: from.y * factor,
        edge: Math.max(1, Math.round(factor / scale)),
      });
      image.data.set(source, to);
      image.data[to + 3] = Math.round(alpha * 255);
    }
  context.putImageData(image, 0, 0);
  return canvas;
}

/** The alpha of the figure: it begins half a pixel inside the mask and is opaque one pixel further in. */
function softEdge({ mask, width }: Figure): Float32Array {
  return blurValues(mask, width, 1).map(value => {
    const share = Math.min(1, Math.max(0, (value - 0.42) / 0.4));
    return share * share * (3 - 2 * share);
  });
}

/**
 * For each pixel, the index of the nearest pixel well inside the figure, found by spreading from the inside.
 */
function insideColors(figure: Figure): Int32Array {
  const { mask, width, height } = figure;
  const blurredMask = blurValues(mask, width, 2);
  const from = Int32Array.from(blurredMask, (value, index) => (value > 0.93 ? index : -1));
  for (let pass = 0; pass < 6; pass++) {
    const before = from.slice();
    for (let at = 0; at < from.length; at++) {
      if (before[at] >= 0) continue;
      const x = at % width;
      const neighbor = [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width].find(
        other => (before[other] ?? -1) >= 0,
      );
      if (neighbor !== undefined) from[at] = before[neighbor];
    }
  }
  return from.map((value, index) => (value >= 0 ? value : Math.min(index, width * height - 1)));
}

/** Mean color of a small square of the full picture. */
function colorAt(
  { data, width, height }: SmallPicture['full'],
  square: { x: number; y: number; edge: number },
): [number, number, number] {
  const left = Math.max(0, Math.min(width - square.edge, Math.floor(square.x)));
  const top = Math.max(0, Math.min(height - square.edge, Math.floor(square.y)));
  let [r, g, b] = [0, 0, 0];
  for (let y = top; y < top + square.edge; y++)
    for (let x = left; x < left + square.edge; x++) {
      const at = (y * width + x) * 4;
      r += data[at];
      g += data[at + 1];
      b += data[at + 2];
    }
  const count = square.edge ** 2;
  return [r / count, g / count, b / count];
}
