/** Work stopped early: a loose underpainting in broad patches, thinning out over a toned canvas. */
import { clamp, smooth } from '../raster/colors.ts';
import { grainField, noise, softField } from '../raster/noise.ts';
import { editRows } from '../raster/pixels.ts';
import { smoothColors, type Plate, sampleColor, shrink, softenColors } from './plate.ts';

const ground = [222, 208, 186] as const;

/** `done` is the completed share of the work, 0 … 1. At 1, nothing is changed. */
export function leaveUnfinished(plate: Plate, done: number): void {
  const missingShare = clamp(1 - done, 0, 1);
  if (missingShare < 0.01) return;
  const patches = softenColors(
    smoothColors(shrink(plate, 0.002 + 0.03 * missingShare ** 1.6, 2), 2),
    missingShare > 0.5 ? 2 : 1,
  );
  const color = new Float32Array(3);
  const shift = (plate.seed & 255) / 255;
  const soft = smooth(0, 0.3, missingShare);
  editRows(plate.canvas, (pixels, row) => {
    for (let column = 0; column < plate.width; column++) {
      const x = column / plate.unit;
      const y = row / plate.unit;
      sampleColor(patches, { x: column * patches.scale, y: row * patches.scale }, color);
      const cover = plate.wrapped ? 1 : coverAt(x, y, { open: missingShare, shift, aspect: plate.aspect });
      const weave = (grainField(x * 1.1, y * 1.1) + Math.sin(x * 900) * Math.sin(y * 900)) * 5 * missingShare;
      const at = column * 4;
      for (let channel = 0; channel < 3; channel++) {
        const mixedValue = pixels[at + channel] + (color[channel] - pixels[at + channel]) * soft;
        const thin = mixedValue + (ground[channel] - mixedValue) * missingShare * 0.38;
        pixels[at + channel] = ground[channel] + (thin - ground[channel]) * cover + weave;
      }
    }
  });
}

/**
 * Returns how much paint is on the canvas here. Strokes fray towards the edges, the more the less is done.
 */
function coverAt(x: number, y: number, options: { open: number; shift: number; aspect: number }): number {
  const edge = Math.min(x, options.aspect - x, y, 1 - y);
  const stroke =
    noise(x * 7 + y * 2, y * 60 - x * 14) * 0.55 + softField(x * 0.5 + options.shift, y * 0.5) * 0.6;
  const reach = edge * 2.6 + 0.3 + stroke * 0.42;
  const threshold = options.open * 1.05 - 0.28;
  return smooth(threshold - 0.06, threshold + 0.1, reach);
}
