/** Mosaic: small stones set by hand, each of one color, with dark joints and a lit edge. */
import { noise } from '../raster/noise.ts';
import { editRows } from '../raster/pixels.ts';
import { type Plate, sampleColor, shrink } from './plate.ts';

const size = 0.02;
const mortar = [88, 80, 76] as const;

export function paintMosaic(plate: Plate): void {
  const source = shrink(plate, size, 3);
  const color = new Float32Array(3);
  const stone: Stone = { x: 0, y: 0, joint: 0 };
  editRows(plate.canvas, (pixels, row) => {
    for (let column = 0; column < plate.width; column++) {
      const x = column / plate.unit;
      const y = row / plate.unit;
      findStone(stone, x, y);
      const lift = (stone.x - x + (stone.y - y)) / size;
      const pixel = plate.unit * source.scale;
      sampleColor(source, { x: stone.x * pixel, y: stone.y * pixel }, color);
      const tone = 1.05 + noise(stone.x * 900, stone.y * 900) * 0.1 + lift * 0.16;
      const at = column * 4;
      for (let channel = 0; channel < 3; channel++)
        pixels[at + channel] = mortar[channel] * (1 - stone.joint) + color[channel] * tone * stone.joint;
    }
  });
}

interface Stone {
  x: number;
  y: number;
  /** 0 in the joint, 1 on the stone. */
  joint: number;
}

/**
 * Fills in the stone that this point lies on: the nearest of nine about it, each moved a little off the grid.
 */
function findStone(stone: Stone, x: number, y: number): void {
  const column = Math.floor(x / size);
  const row = Math.floor(y / size);
  let first = Infinity;
  let second = Infinity;
  for (let index = 0; index < 9; index++) {
    const cx = column + (index % 3) - 1;
    const cy = row + Math.floor(index / 3) - 1;
    const sx = (cx + 0.5 + noise(cx * 3.7, cy * 5.3) * 0.36) * size;
    const sy = (cy + 0.5 + noise(cx * 4.9 + 40, cy * 3.1) * 0.36) * size;
    const dx = Math.abs(sx - x);
    const dy = Math.abs(sy - y);
    const distance = Math.max(dx, dy) * 0.6 + Math.sqrt(dx * dx + dy * dy) * 0.4;
    if (distance < first) {
      second = first;
      first = distance;
      stone.x = sx;
      stone.y = sy;
    } else if (distance < second) second = distance;
  }
  stone.joint = Math.min(1, Math.max(0, (second - first) / (size * 0.1)));
}
