/**
 * The mirror image on still water. Each pixel is mirrored about the row in which the plane of the water lies
 * at the depth of that pixel, as in nature. So the image of a far range continues unbroken beside and behind
 * that of a nearer island.
 */
import type { Canvas } from '@napi-rs/canvas';
import type { Layer } from '../stage/layers.ts';
import type { Stage } from '../stage/stage.ts';
import type { Terrain } from './terrain.ts';
import { levelAt } from './terrain-walk.ts';

/** The alpha from which a pixel counts as covered. */
const coveringAlpha = 96;

export function mirrorBelow(
  stage: Stage,
  terrain: Terrain,
  behind: { picture: Canvas; layers: readonly Layer[]; top: number },
): Uint8ClampedArray {
  const { width, height } = stage;
  const levels = findLevels(stage, terrain, behind.layers);
  const { data } = behind.picture.getContext('2d').getImageData(0, 0, width, height);
  const upright = new Int32Array(data.buffer, data.byteOffset, width * height);
  const mirror = upright.slice();
  mirror.fill(0, behind.top * width);
  // If two images fall on the same row, that of the lower pixel is nearer and hides the other.
  for (let row = 0; row < height; row++)
    mirrorRow(mirror, { upright, levels, row, width, height, top: behind.top });
  closeGaps(mirror, { width, height, top: behind.top });
  return new Uint8ClampedArray(mirror.buffer);
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** The first row that is mirrored. */
  readonly top: number;
}

function mirrorRow(
  mirror: Int32Array,
  {
    upright,
    levels,
    row,
    width,
    height,
    top,
  }: Size & { readonly upright: Int32Array; readonly levels: Int16Array; readonly row: number },
): void {
  const start = row * width;
  for (let column = 0; column < width; column++) {
    // Pixels of water itself have no mirror image.
    const imageRow = 2 * levels[start + column] - row;
    if (imageRow > row && imageRow >= top && imageRow < height)
      mirror[imageRow * width + column] = upright[start + column];
  }
}

/**
 * Gaps along the shore, and beyond the image of the picture's upper edge, take the
 * nearest color of their column.
 */
function closeGaps(mirror: Int32Array, { width, height, top }: Size): void {
  const colors = new Int32Array(width);
  const rowAt = (row: number) => mirror.subarray(row * width, (row + 1) * width);
  for (let row = height - 1; row >= top; row--) noteColors(colors, rowAt(row));
  for (let row = top; row < height; row++) closeRow(rowAt(row), colors);
}

function noteColors(colors: Int32Array, row: Int32Array): void {
  for (let column = 0; column < row.length; column++) colors[column] = row[column] || colors[column];
}

function closeRow(row: Int32Array, colors: Int32Array): void {
  for (let column = 0; column < row.length; column++)
    if (row[column] === 0) row[column] = colors[column];
    else colors[column] = row[column];
}

/** Returns the mirror rows of all pixels: those of the land or, where a layer covers it, of the layer. */
function findLevels(stage: Stage, terrain: Terrain, layers: readonly Layer[]): Int16Array {
  const levels = terrain.levels.slice();
  for (const layer of layers) {
    if (layer.kind === 'land') continue;
    const level = layer.thing && levelAt(stage, layer.z);
    addLayer(stage, levels, { layer, level });
  }
  return levels;
}

/**
 * Plants of one layer stand at many depths, so each is mirrored about the ground that is seen below it. Rows
 * are walked upwards, all columns at once, because pixels of a column are far apart in memory.
 */
function addLayer(
  { width, height }: Stage,
  levels: Int16Array,
  { layer, level }: { layer: Layer; level: number | undefined },
): void {
  const { canvas } = layer;
  const [left, top] = [Math.round(layer.x), Math.round(layer.y)];
  const [from, to] = [Math.max(0, left), Math.min(width, left + canvas.width)];
  const lastRow = Math.min(height, top + canvas.height) - 1;
  if (lastRow < Math.max(0, top)) return;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const grounds = levels.slice(lastRow * width, (lastRow + 1) * width);
  for (let row = lastRow; row >= Math.max(0, top); row--)
    addRow(
      levels.subarray(row * width + from, row * width + to),
      data.subarray(((row - top) * canvas.width - left + from) * 4),
      { grounds: grounds.subarray(from, to), level },
    );
}

function addRow(
  levels: Int16Array,
  pixels: Uint8ClampedArray,
  { grounds, level }: { grounds: Int16Array; level: number | undefined },
): void {
  for (let column = 0; column < levels.length; column++)
    if (pixels[column * 4 + 3] < coveringAlpha) grounds[column] = levels[column];
    else levels[column] = level ?? grounds[column];
}
