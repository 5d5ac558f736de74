/** Watercolour: pigment on white paper. Washes with wandering edges, darker where they dried, grain in the paper's tooth. */
import { smooth } from '../paint/colors.ts';
import { grainField, noise, softField } from '../paint/noise.ts';
import { editPixels } from '../paint/pixels.ts';
import { inside, tooth } from './paper.ts';
import { blurred, calm, type Plate, sampleColor, sampleField, shrink, tones } from './plate.ts';

const paper = [251, 247, 238] as const;

export function paintWatercolor(plate: Plate): void {
  const washes = calm(shrink(plate, 0.0046, 3), 3);
  const light = tones(washes);
  const around = blurred(light, washes.width, 3);
  const dried = new Float32Array(light.length);
  for (let at = 0; at < light.length; at++) dried[at] = Math.max(0, around[at]! - light[at]!);
  const color = new Float32Array(3);
  const seed = (plate.seed & 255) / 255;
  const fine = Math.min(1, plate.unit / 1400);
  editPixels(plate.canvas, pixels => {
    for (let row = 0; row < plate.height; row++) {
      const y = row / plate.unit;
      for (let column = 0; column < plate.width; column++) {
        const x = column / plate.unit;
        const at = (row * plate.width + column) * 4;
        const wander = softField(x * 1.3 + seed, y * 1.3) * 0.0052 + noise(x * 150, y * 150) * 0.0011;
        const wanderY = softField(x * 1.3 + 0.5, y * 1.3 + seed) * 0.0052 + noise(x * 150 + 50, y * 150) * 0.0011;
        const spot = {
          x: (column + wander * plate.unit) * washes.scale,
          y: (row + wanderY * plate.unit) * washes.scale,
        };
        sampleColor(washes, spot, color);
        const edge = Math.min(0.5, sampleField(dried, washes, spot) * 3.4);
        const bloom = softField(x * 0.42 + seed * 3, y * 0.42);
        const grain = tooth(x, y, fine);
        const dense = 0.86 + bloom * 0.22 + grain * 0.13 + edge * 0.8;
        const brightness = (color[0]! + color[1]! + color[2]!) / 765;
        const dry = smooth(0.52, 0.95, grain + softField(x * 0.8, y * 0.8 + seed) * 0.5) * smooth(0.5, 0.95, brightness) * 0.5;
        const wet = plate.open ? 1 : inside({ x, y, aspect: plate.aspect }, 0.026);
        const rim = plate.open ? 1 : 1 + (1 - Math.abs(wet * 2 - 1)) * 0.28 * (wet > 0.5 ? 1 : 0);
        const share = dense * rim * (1 - dry) * wet;
        for (let channel = 0; channel < 3; channel++) {
          const own = color[channel]! + (pixels[at + channel]! - color[channel]!) * 0.16;
          const vivid = own + (own - brightness * 255) * 0.22;
          const pigment = (255 - vivid) * 0.84;
          pixels[at + channel] = paper[channel]! + grainField(x * 1.3, y * 1.3) * 1.6 - pigment * share;
        }
      }
    }
  });
}
