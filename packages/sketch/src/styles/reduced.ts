/** Few colors: pixel art, flat, poster, anime. */
import { smooth } from '../raster/colors.ts';
import { grainField } from '../raster/noise.ts';
import { editPixels, editRows, newCanvas } from '../raster/pixels.ts';
import { nearestColor, pickColors } from './choose-colors.ts';
import {
  blurValues,
  smoothColors,
  outlines,
  type Plate,
  sampleColor,
  sampleField,
  shrink,
  softenColors,
  tones,
} from './plate.ts';

/** A true grid of about 150 rows with 40 colors and a light ordered dither. */
export function paintPixels(plate: Plate): void {
  const cells = (plate.aspect < 1 ? 200 : 150) / plate.unit;
  const { canvas, context } = newCanvas(Math.round(plate.width * cells), Math.round(plate.height * cells));
  context.imageSmoothingQuality = 'high';
  context.drawImage(plate.canvas, 0, 0, canvas.width, canvas.height);
  editPixels(canvas, pixels => {
    for (let at = 0; at < pixels.length; at += 4) strengthenColor(pixels, at, 1.22);
    const colors = pickColors(pixels, 40);
    const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
    for (let at = 0; at < pixels.length; at += 4) {
      const index = at / 4;
      const x = index % canvas.width;
      const y = Math.floor(index / canvas.width);
      const shift = (bayer[(y & 3) * 4 + (x & 3)] / 15 - 0.5) * 8;
      const [r, g, b] = nearestColor(colors, [
        pixels[at] + shift,
        pixels[at + 1] + shift,
        pixels[at + 2] + shift,
      ]);
      pixels[at] = r;
      pixels[at + 1] = g;
      pixels[at + 2] = b;
    }
  });
  const target = plate.canvas.getContext('2d');
  target.imageSmoothingEnabled = false;
  target.drawImage(canvas, 0, 0, plate.width, plate.height);
  target.imageSmoothingEnabled = true;
}

function strengthenColor(pixels: Uint8ClampedArray, offset: number, factor: number): void {
  const mean = (pixels[offset] + pixels[offset + 1] + pixels[offset + 2]) / 3;
  const contrast = (mean - 128) * 0.1;
  for (let channel = 0; channel < 3; channel++) {
    pixels[offset + channel] = mean + contrast + (pixels[offset + channel] - mean) * factor;
  }
}

/** Calm areas of few colors with crisp edges. */
export function paintFlat(plate: Plate): void {
  reduce(plate, { radius: 0.0056, count: 28, vivid: 1.16, grain: 0 });
}

/** Still fewer colors, printed: grain and a pale border. */
export function paintPoster(plate: Plate): void {
  reduce(plate, { radius: 0.0062, count: 12, vivid: 1.28, grain: 9 });
  if (plate.open) return;
  const context = plate.canvas.getContext('2d');
  const edge = plate.unit * 0.03;
  context.strokeStyle = '#f3ead8';
  context.lineWidth = edge * 2;
  context.strokeRect(0, 0, plate.width, plate.height);
}

function reduce(
  plate: Plate,
  options: { radius: number; count: number; vivid: number; grain: number },
): void {
  const areas = softenColors(smoothColors(shrink(plate, options.radius, 3), 3), 1);
  for (let at = 0; at < areas.pixels.length; at += 4) strengthenColor(areas.pixels, at, options.vivid);
  const colors = pickColors(areas.pixels, options.count);
  const colorsByKey = new Map<number, readonly [number, number, number]>();
  const color = new Float32Array(3);
  editRows(plate.canvas, (pixels, row) => {
    for (let column = 0; column < plate.width; column++) {
      sampleColor(areas, { x: column * areas.scale, y: row * areas.scale }, color);
      const key = ((color[0] >> 2) << 12) | ((color[1] >> 2) << 6) | (color[2] >> 2);
      let nearest = colorsByKey.get(key);
      if (!nearest) {
        nearest = nearestColor(colors, [color[0], color[1], color[2]]);
        colorsByKey.set(key, nearest);
      }
      const at = column * 4;
      const grain = options.grain * grainField((column / plate.unit) * 2, (row / plate.unit) * 2);
      pixels[at] = nearest[0] + grain;
      pixels[at + 1] = nearest[1] + grain;
      pixels[at + 2] = nearest[2] + grain;
    }
  });
}

/** Clean surfaces, thin dark outlines, strong clear color, light that blooms. */
export function paintAnime(plate: Plate): void {
  const clean = smoothColors(shrink(plate, 0.0026, 2), 2);
  const sharp = shrink(plate, 0.0015, 1.5);
  const light = tones(sharp);
  const lines = outlines(light, sharp.width, { radius: 0.0016 * plate.unit * sharp.scale, strength: 9 });
  const bloom = blurValues(tones(clean), clean.width, Math.max(2, Math.round(clean.width / 60)));
  const color = new Float32Array(3);
  editRows(plate.canvas, (pixels, row) => {
    for (let column = 0; column < plate.width; column++) {
      const at = column * 4;
      const spot = { x: column * clean.scale, y: row * clean.scale };
      sampleColor(clean, spot, color);
      const line = smooth(
        0.3,
        0.85,
        sampleField(lines, sharp, { x: column * sharp.scale, y: row * sharp.scale }),
      );
      const glow = smooth(0.62, 1, sampleField(bloom, clean, spot)) * 26;
      const mean = (color[0] + color[1] + color[2]) / 3;
      const lift = (mean - 118) * 0.12 + 6;
      for (let channel = 0; channel < 3; channel++) {
        const vivid = mean + (color[channel] - mean) * 1.32 + lift + glow;
        pixels[at + channel] = vivid + ([44, 34, 66][channel] - vivid) * line * 0.62;
      }
    }
  });
}
