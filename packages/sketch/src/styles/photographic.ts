/** Through a lens: photo, noir, and neon light. */
import type { Canvas } from '@napi-rs/canvas';
import { clamp, smooth } from '../raster/colors.ts';
import { fillNoise } from '../raster/noise-rows.ts';
import { editRows, newCanvas } from '../raster/pixels.ts';
import { blurValues, outlines, type Plate, sampleField, shrink, tones } from './plate.ts';

/** A cheap blur: the picture is scaled down and up again. */
function softCopy(canvas: Canvas, factor: number): Canvas {
  const { canvas: small, context } = newCanvas(
    Math.max(4, canvas.width * factor),
    Math.max(4, canvas.height * factor),
  );
  context.imageSmoothingQuality = 'high';
  context.filter = 'blur(1.6px)';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  return small;
}

/** Shallow focus in front and far off, a film's curve, bloom and grain. */
export function paintPhoto(plate: Plate): void {
  const { canvas, width, height, unit } = plate;
  const blurredPicture = softCopy(canvas, Math.min(1, 330 / height));
  const { canvas: nearCanvas, context } = newCanvas(width, height);
  context.drawImage(blurredPicture, 0, 0, width, height);
  context.globalCompositeOperation = 'destination-in';
  const focus = context.createLinearGradient(0, 0, 0, height);
  focus.addColorStop(0, 'rgba(0,0,0,0.75)');
  focus.addColorStop(0.4, 'rgba(0,0,0,0.25)');
  focus.addColorStop(0.55, 'rgba(0,0,0,0)');
  focus.addColorStop(0.84, 'rgba(0,0,0,0)');
  focus.addColorStop(1, 'rgba(0,0,0,1)');
  context.fillStyle = focus;
  context.fillRect(0, 0, width, height);
  const target = canvas.getContext('2d');
  if (!plate.wrapped) target.drawImage(nearCanvas, 0, 0);
  target.globalCompositeOperation = 'screen';
  target.globalAlpha = 0.14;
  target.drawImage(blurredPicture, 0, 0, width, height);
  target.globalAlpha = 1;
  target.globalCompositeOperation = 'source-over';
  const curve = Uint8ClampedArray.from({ length: 256 }, (_, value) => filmCurve(value / 255) * 255);
  const grains = new Float32Array(width);
  editRows(canvas, (pixels, row) => {
    fillNoise(grains, { y: row / unit, unit }, [
      { field: 'grain', scale: 2.1, weight: 4.2 },
      { scale: 700, weight: 2.52 },
    ]);
    for (let column = 0; column < width; column++) {
      const at = column * 4;
      const mean = (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
      for (let channel = 0; channel < 3; channel++) {
        const natural = mean + (pixels[at + channel] - mean) * 0.86;
        pixels[at + channel] = curve[clamp(Math.round(natural), 0, 255)] + grains[column];
      }
    }
  });
}

/** Lifted blacks, steep middle, soft shoulder. */
function filmCurve(value: number): number {
  const steep = value * value * (3 - 2 * value);
  return 0.025 + (value * 0.5 + steep * 0.5) * 0.95;
}

/** Black and white, hard light, grain, deep corners. */
export function paintNoir(plate: Plate): void {
  const { width, height, unit } = plate;
  const grains = new Float32Array(width);
  editRows(plate.canvas, (pixels, row) => {
    fillNoise(grains, { y: row / unit, unit }, [
      { field: 'grain', scale: 2, weight: 8 },
      { scale: 640, weight: 4 },
    ]);
    for (let column = 0; column < width; column++) {
      const at = column * 4;
      const light = (pixels[at] * 0.42 + pixels[at + 1] * 0.42 + pixels[at + 2] * 0.16) / 255;
      const hard = smooth(0.1, 0.78, light) * 0.82 + light * 0.14;
      const corner = plate.wrapped
        ? 0.3
        : Math.hypot(column / unit / plate.aspect - 0.5, row / height - 0.48) * 1.15;
      const gray = hard * (1.08 - corner * corner * 1.25) * 255 + grains[column];
      pixels[at] = gray;
      pixels[at + 1] = gray;
      pixels[at + 2] = gray * 1.015;
    }
  });
}

const night = [0.85, 0.66, 1.18];

/** Darkens the picture, with outlines and lights in pink, cyan and violet. */
export function paintNeon(plate: Plate): void {
  const { width, unit } = plate;
  const sharp = shrink(plate, 0.0018, 1.6);
  const light = tones(sharp);
  const lines = outlines(light, sharp.width, { radius: 0.0024 * unit * sharp.scale, strength: 11 });
  const reach = Math.max(2, Math.round(sharp.height / 90));
  const halo = blurValues(lines, sharp.width, reach);
  const lamps = blurValues(
    light.map(tone => smooth(0.34, 0.85, tone)),
    sharp.width,
    reach,
  );
  const spot = { x: 0, y: 0 };
  const tube = new Float64Array(3);
  editRows(plate.canvas, (pixels, row) => {
    for (let column = 0; column < width; column++) {
      const at = column * 4;
      spot.x = column * sharp.scale;
      spot.y = row * sharp.scale;
      const line = sampleField(lines, sharp, spot);
      const glow = sampleField(halo, sharp, spot);
      const lamp = sampleField(lamps, sharp, spot);
      const drift = plate.wrapped ? 0 : (column / unit) * 3.1 + (row / unit) * 2.3;
      const turn = 0.5 + 0.5 * Math.sin(drift + plate.seed);
      const mean = (pixels[at] + pixels[at + 1] + pixels[at + 2]) / 3;
      const bright = smooth(150, 245, mean);
      tube[0] = 255 - 225 * turn;
      tube[1] = 60 + 150 * turn;
      tube[2] = 190 + 65 * turn;
      for (let channel = 0; channel < 3; channel++) {
        const vividValue = mean + (pixels[at + channel] - mean) * 1.5;
        const base = vividValue * (night[channel] + (1 - night[channel]) * bright * 0.7) * 0.95;
        pixels[at + channel] =
          base + tube[channel] * (glow * 1.1 + line * 0.8 + lamp * 0.6) + 70 * line * line;
      }
    }
  });
}
