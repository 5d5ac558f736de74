/** Gives pixels the colors of a palette by their lightness. Light and dark stay. */
import type { Canvas } from '@napi-rs/canvas';
import {
  clamp,
  luminance,
  mix,
  parseColor,
  type Rgb,
  saturateColor,
  scaleColor,
} from '../../raster/colors.ts';
import { editPixels } from '../../raster/pixels.ts';
import type { Palette } from '../../scene/scene.ts';
import { rampColor } from './materials.ts';

/** `share` is 0 for unchanged pixels and 1 for only the colors and brightness of the palette. */
export function recolor(canvas: Canvas, palette: Palette, share: number): void {
  const ramp = createRamp([palette.top, palette.middle, palette.low, palette.glow]);
  editPixels(canvas, pixels => {
    const gain = 1 + (brightnessGain(pixels, palette) - 1) * share;
    for (let at = 0; at < pixels.length; at += 4) {
      const color: Rgb = [pixels[at], pixels[at + 1], pixels[at + 2]];
      const light = luminance(color);
      const aim = rampColor(ramp, light / 255);
      const tonedColor = scaleColor(aim, (light + 8) / (luminance(aim) + 8));
      // The old color is made paler first, because two strong colors would mix to an unrelated third one.
      const mixedColor = mix(saturateColor(color, 1 - share * 0.7), tonedColor, share);
      for (let channel = 0; channel < 3; channel++) pixels[at + channel] = mixedColor[channel] * gain;
    }
  });
}

/** The factor by which the palette is brighter than the picture. */
function brightnessGain(pixels: Uint8ClampedArray, palette: Palette): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < pixels.length; at += 4 * 37) {
    sum += luminance([pixels[at], pixels[at + 1], pixels[at + 2]]);
    count++;
  }
  const sky = [palette.top, palette.middle, palette.low].map(css => luminance(parseColor(css)));
  const land = luminance(parseColor(palette.grass)) * palette.lightGain * 0.9;
  const aim = (sky.reduce((total, value) => total + value, 0) / 3 + land) / 2;
  return clamp(aim / Math.max(20, sum / count), 0.4, 1.5);
}

/** From black over the palette's colors, dark to light, to white. */
function createRamp(colors: readonly string[]): Rgb[] {
  const sorted = colors.map(parseColor).toSorted((one, other) => luminance(one) - luminance(other));
  return [scaleColor(sorted[0], 0.25), ...sorted, [255, 253, 248]];
}
