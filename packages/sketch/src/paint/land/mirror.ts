/**
 * The mirror image on still water. What is seen in a pixel is mirrored about the row in which the water's plane lies at its own
 * depth, as in nature, so that the image of a far range goes on unbroken beside and behind that of an island before it.
 */
import type { Canvas } from '@napi-rs/canvas';
import type { Layer } from '../stage/layers.ts';
import type { Stage } from '../stage/stage.ts';
import type { Terrain } from './terrain.ts';
import { levelAt } from './terrain-walk.ts';

/** Alpha from which on a pixel belongs to what covers it. */
const covering = 96;

export function mirrorBelow(
  stage: Stage,
  terrain: Terrain,
  behind: { picture: Canvas; layers: readonly Layer[]; top: number },
): Uint8ClampedArray {
  const { width, height } = stage;
  const levels = levelsOf(stage, terrain, behind.layers);
  const { data } = behind.picture.getContext('2d').getImageData(0, 0, width, height);
  const upright = new Int32Array(data.buffer, data.byteOffset, width * height);
  const mirror = upright.slice();
  mirror.fill(0, behind.top * width);
  // What is lower in the picture is nearer wherever two images fall on the same row, and hides the other.
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      // Of water itself, where nothing stands before it, there is no image.
      const image = 2 * levels[row * width + column]! - row;
      if (image > row && image >= behind.top && image < height)
        mirror[image * width + column] = upright[row * width + column]!;
    }
  closeGaps(mirror, { width, height, top: behind.top });
  return new Uint8ClampedArray(mirror.buffer);
}

/** Along the shore, and beyond the image of the picture's upper edge, the nearest colour of the column goes on. */
function closeGaps(
  mirror: Int32Array,
  { width, height, top }: { width: number; height: number; top: number },
): void {
  const colors = new Int32Array(width);
  for (let row = height - 1; row >= top; row--)
    for (let column = 0; column < width; column++)
      colors[column] = mirror[row * width + column]! || colors[column]!;
  for (let row = top; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (mirror[at] === 0) mirror[at] = colors[column]!;
      else colors[column] = mirror[at]!;
    }
}

/** Those of the land, with those of what stands on it. */
function levelsOf(stage: Stage, terrain: Terrain, layers: readonly Layer[]): Int16Array {
  const levels = terrain.levels.slice();
  for (const layer of layers) {
    if (layer.kind === 'land') continue;
    const level = layer.thing && levelAt(stage, layer.z);
    addLayer(stage, levels, { layer, level });
  }
  return levels;
}

/**
 * Plants of one layer stand at many depths: each is mirrored about where it stands, the ground that is seen below it. Rows are walked
 * upwards, all columns at once, because pixels of a column are far apart in memory.
 */
function addLayer(
  { width, height }: Stage,
  levels: Int16Array,
  { layer, level }: { layer: Layer; level: number | undefined },
): void {
  const { canvas } = layer;
  const [left, top] = [Math.round(layer.x), Math.round(layer.y)];
  const [from, to] = [Math.max(0, left), Math.min(width, left + canvas.width)];
  const last = Math.min(height, top + canvas.height) - 1;
  if (last < Math.max(0, top)) return;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  const grounds = levels.slice(last * width, (last + 1) * width);
  for (let row = last; row >= Math.max(0, top); row--) {
    const source = (row - top) * canvas.width - left;
    for (let column = from; column < to; column++) {
      const at = row * width + column;
      if (data[(source + column) * 4 + 3]! < covering) grounds[column] = levels[at]!;
      else levels[at] = level ?? grounds[column]!;
    }
  }
}
