/**
 * Watercolor: pigment on white paper. Washes with wandering edges, darker where they
 * dried, grain in the paper's tooth.
 */
import { smooth } from '../raster/colors.ts';
import { softField } from '../raster/noise.ts';
import { fillNoise } from '../raster/noise-rows.ts';
import { editRows } from '../raster/pixels.ts';
import { fillTooth, shareInside } from './paper.ts';
import {
  blurValues,
  smoothColors,
  type Plate,
  sampleColor,
  sampleField,
  shrink,
  type Small,
  tones,
} from './plate.ts';

const paper = [251, 247, 238] as const;

export function paintWatercolor(plate: Plate): void {
  const washes = smoothColors(shrink(plate, 0.0046, 2.2), 2);
  const edges = driedEdges(washes);
  const color = new Float32Array(3);
  const spot = { x: 0, y: 0 };
  const point = { x: 0, y: 0, aspect: plate.aspect, tall: plate.height / plate.unit };
  const grains = new Float32Array(plate.width);
  const shakes = new Float32Array(plate.width);
  const slow = openSlowFields(plate);
  editRows(plate.canvas, (pixels, row) => {
    point.y = row / plate.unit;
    slow.startRow(point.y);
    fillTooth(grains, { y: point.y, unit: plate.unit });
    fillNoise(shakes, { y: point.y, unit: plate.unit }, [{ scale: 150, weight: 0.0012 }]);
    for (let column = 0; column < plate.width; column++) {
      slow.moveTo(column);
      const shake = shakes[column];
      spot.x = (column + (slow.values[0] + shake) * plate.unit) * washes.scale;
      spot.y = (row + (slow.values[1] + shake) * plate.unit) * washes.scale;
      sampleColor(washes, spot, color);
      const edge = Math.min(0.5, sampleField(edges, washes, spot) * 3.4);
      const grain = grains[column];
      const dense = 0.86 + slow.values[2] * 0.22 + grain * 0.13 + edge * 0.55;
      const brightness = (color[0] + color[1] + color[2]) / 765;
      const dry =
        brightness < 0.5
          ? 0
          : smooth(0.52, 0.95, grain + slow.values[3] * 0.5) * smooth(0.5, 0.95, brightness) * 0.5;
      point.x = column / plate.unit;
      const wet = plate.open ? 1 : shareInside(point, 0.026);
      const rim = wet > 0.5 && wet < 1 ? 1 + (1 - wet) * 0.56 : 1;
      const share = dense * rim * (1 - dry) * wet;
      for (let channel = 0; channel < 3; channel++) {
        const at = column * 4 + channel;
        const mixedValue = color[channel] + (pixels[at] - color[channel]) * 0.16;
        const vivid = mixedValue + (mixedValue - brightness * 255) * 0.34;
        pixels[at] = paper[channel] - (255 - vivid) * 0.92 * share;
      }
    }
  });
}

/** Finds the edges along which a wash dried. They are darker than what is around them. */
function driedEdges(washes: Small): Float32Array {
  const light = tones(washes);
  const surroundingLight = blurValues(light, washes.width, 2);
  return light.map((tone, index) => Math.max(0, surroundingLight[index] - tone));
}

const stride = 12;

/**
 * Fields of broad noise (offsets, blooms, dryness), computed at every twelfth pixel of a row and
 * interpolated between.
 */
function openSlowFields(plate: Plate) {
  const seed = (plate.seed & 255) / 255;
  const values = new Float32Array(4);
  const ahead = new Float32Array(4);
  const slope = new Float32Array(4);
  let y = 0;
  const compute = (column: number): void => {
    const x = column / plate.unit;
    ahead[0] = softField(x * 1.3 + seed, y * 1.3) * 0.0052;
    ahead[1] = softField(x * 1.3 + 0.5, y * 1.3 + seed) * 0.0052;
    ahead[2] = softField(x * 0.42 + seed * 3, y * 0.42);
    ahead[3] = softField(x * 0.8, y * 0.8 + seed);
  };
  return {
    values,
    startRow: (to: number): void => {
      y = to;
      compute(0);
    },
    moveTo: (column: number): void => {
      if (column % stride === 0) {
        values.set(ahead);
        compute(column + stride);
        for (let field = 0; field < 4; field++) slope[field] = (ahead[field] - values[field]) / stride;
        return;
      }
      for (let field = 0; field < 4; field++) values[field] += slope[field];
    },
  };
}
