/** Adds snow to the ground of a foreign picture, on open ground and not on figures. */
import type { Canvas } from '@napi-rs/canvas';
import { type PictureDepth, sampleMap } from '../../clip/passes/picture-depth.ts';
import { smooth } from '../../raster/colors.ts';
import { noise } from '../../raster/noise.ts';
import { editPixels } from '../../raster/pixels.ts';
import { toChroma, toHue } from '../../references/find-palette.ts';
import { toLab } from '../../references/small-picture.ts';
import type { Scene } from '../../scene/scene.ts';

const snow = [236, 241, 250] as const;

export function laySnow(canvas: Canvas, depth: PictureDepth, { camera }: Scene): void {
  const { width, height } = canvas;
  editPixels(canvas, pixels => {
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [(at % width) / width, Math.floor(at / width) / height];
      const place = { x: x * depth.columns, y: y * depth.rows };
      const lab = toLab(pixels[at * 4], pixels[at * 4 + 1], pixels[at * 4 + 2]);
      const hue = toHue(lab);
      const isVegetation = hue > 85 && hue < 175 && toChroma(lab) > 0.025;
      const waterShare = isVegetation ? 0 : sampleMap(depth.water, depth, place);
      const free =
        (1 - Math.max(waterShare, sampleMap(depth.sky, depth, place))) *
        (1 - sampleMap(depth.figure, depth, place));
      if (free < 0.02) continue;
      const lively = isVegetation ? 0 : smooth(0.07, 0.12, toChroma(lab));
      const lying = smooth(camera.horizon - 0.04, camera.horizon + 0.04, y);
      const patchy = noise(x * 14, y * 30) * 0.18;
      const lit = 0.45 + 0.55 * smooth(0.18, 0.42, lab[0] + patchy);
      const share =
        free * (1 - lively) * (lying * 0.86 + (1 - lying) * 0.4 * smooth(0.4, 0.75, lab[0])) * lit;
      const tone = 0.78 + 0.3 * lab[0];
      for (let channel = 0; channel < 3; channel++) {
        const before = pixels[at * 4 + channel];
        pixels[at * 4 + channel] = before + (snow[channel] * Math.min(1, tone) - before) * share;
      }
    }
  });
}
