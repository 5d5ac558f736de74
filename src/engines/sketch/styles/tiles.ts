/** Mosaic: small stones set by hand, each of one colour, with dark joints and a lit edge. */
import { noise } from '../paint/noise.ts';
import { editPixels } from '../paint/pixels.ts';
import { type Plate, sampleColor, shrink } from './plate.ts';

export function paintMosaic(plate: Plate): void {
  const size = 0.02;
  const source = shrink(plate, size, 3);
  const color = new Float32Array(3);
  const point = { x: 0, y: 0, id: 0 };
  const cell = (column: number, row: number) => {
    point.x = (column + 0.5 + noise(column * 3.7, row * 5.3) * 0.36) * size;
    point.y = (row + 0.5 + noise(column * 4.9 + 40, row * 3.1) * 0.36) * size;
    return point;
  };
  editPixels(plate.canvas, pixels => {
    for (let row = 0; row < plate.height; row++)
      for (let column = 0; column < plate.width; column++) {
        const x = column / plate.unit;
        const y = row / plate.unit;
        const cx = Math.floor(x / size);
        const cy = Math.floor(y / size);
        let first = Infinity;
        let second = Infinity;
        let nx = 0;
        let ny = 0;
        for (let dy = -1; dy <= 1; dy++)
          for (let dx = -1; dx <= 1; dx++) {
            const at = cell(cx + dx, cy + dy);
            const away = Math.max(Math.abs(at.x - x), Math.abs(at.y - y)) * 0.6 + Math.hypot(at.x - x, at.y - y) * 0.4;
            if (away < first) {
              second = first;
              first = away;
              nx = at.x;
              ny = at.y;
            } else if (away < second) second = away;
          }
        const joint = Math.min(1, Math.max(0, (second - first) / (size * 0.1)));
        const lift = ((nx - x) + (ny - y)) / size;
        sampleColor(source, { x: nx * plate.unit * source.scale, y: ny * plate.unit * source.scale }, color);
        const tone = 1.05 + noise(nx * 900, ny * 900) * 0.1 + lift * 0.16;
        const at = (row * plate.width + column) * 4;
        for (let channel = 0; channel < 3; channel++)
          pixels[at + channel] = [88, 80, 76][channel]! * (1 - joint) + color[channel]! * tone * joint;
      }
  });
}
