/**
 * Oil: strokes along the forms, large ones first and small ones where there is detail, then
 * light on the ridges of paint.
 */
import { noise } from '../raster/noise.ts';
import { fillNoise } from '../raster/noise-rows.ts';
import { editRows, newCanvas, release } from '../raster/pixels.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { blurValues, smoothColors, type Plate, shrink, type Small, tones } from './plate.ts';
import { deriveSeed, seededRandom } from '../random/random.ts';

export function paintOil(plate: Plate): void {
  const source = smoothColors(shrink(plate, 0.004, 2), 2);
  const light = blurValues(tones(source), source.width, 2);
  const detail = measureDetail(source);
  const { canvas, context } = newCanvas(plate.width, plate.height);
  context.drawImage(plate.canvas, 0, 0);
  context.lineCap = 'round';
  const random = seededRandom(deriveSeed(plate.seed, 'strokes'));
  for (const brush of [
    { size: 0.03, need: 0 },
    { size: 0.016, need: 0.007 },
    { size: 0.0085, need: 0.02 },
    { size: 0.0045, need: 0.045 },
  ]) {
    const step = brush.size * 0.92;
    for (let y = 0; y < plate.height / plate.unit + step; y += step)
      for (let x = 0; x < plate.aspect + step; x += step) {
        const px = x + (random() - 0.5) * step * 1.3;
        const py = y + (random() - 0.5) * step * 1.3;
        const shift = (random() - 0.5) * 13;
        const length = brush.size * (1.7 + random() * 1.9);
        const at = indexIn(source, plate, { x: px, y: py });
        if (detail[at] < brush.need) continue;
        const angle = strokeDirection(light, source, { at, x: px, y: py });
        const dx = Math.cos(angle) * length * plate.unit * 0.5;
        const dy = Math.sin(angle) * length * plate.unit * 0.5;
        const bend = (random() - 0.5) * 0.5;
        const [r, g, b] = [0, 1, 2].map(channel =>
          Math.round(Math.max(0, Math.min(255, source.pixels[at * 4 + channel] * 1.03 + shift))),
        );
        context.strokeStyle = `rgba(${r},${g},${b},0.94)`;
        context.lineWidth = Math.max(1, brush.size * plate.unit * (0.55 + random() * 0.35));
        context.beginPath();
        context.moveTo(px * plate.unit - dx, py * plate.unit - dy);
        context.quadraticCurveTo(
          px * plate.unit - dy * bend,
          py * plate.unit + dx * bend,
          px * plate.unit + dx,
          py * plate.unit + dy,
        );
        context.stroke();
      }
  }
  plate.canvas.getContext('2d').drawImage(canvas, 0, 0);
  release(canvas);
  addRelief(plate);
}

function measureDetail(source: Small): Float32Array {
  const light = tones(source);
  const mean = blurValues(light, source.width, 3);
  const out = new Float32Array(light.length);
  for (let at = 0; at < out.length; at++) out[at] = Math.abs(light[at] - mean[at]);
  return blurValues(out, source.width, 2);
}

function indexIn(source: Small, plate: Plate, point: { x: number; y: number }): number {
  const x = Math.max(1, Math.min(source.width - 2, Math.round(point.x * plate.unit * source.scale)));
  const y = Math.max(1, Math.min(source.height - 2, Math.round(point.y * plate.unit * source.scale)));
  return y * source.width + x;
}

/** The direction across the gradient of brightness, or a random one where there is no gradient. */
function strokeDirection(
  light: Float32Array,
  source: Small,
  place: { at: number; x: number; y: number },
): number {
  const dx = light[place.at + 1] - light[place.at - 1];
  const dy = light[place.at + source.width] - light[place.at - source.width];
  const calmAngle = noise(place.x * 3.2, place.y * 3.2) * 1.1;
  return dx * dx + dy * dy < 0.00012 ? calmAngle : Math.atan2(dy, dx) + Math.PI / 2;
}

/** Adds relief to the paint: ridges of bristles are lit from the upper left. */
function addRelief(plate: Plate): void {
  const { width, unit } = plate;
  const reach = Math.max(1, Math.round(unit / 900));
  const weave = new Float32Array(width);
  const before = readPixels(plate.canvas).data;
  editRows(plate.canvas, (pixels, row) => {
    if (row < reach) return;
    fillNoise(weave, { y: row / unit, unit }, [{ scale: 330, weight: 1.6 }]);
    const other = ((row - reach) * width - reach) * 4;
    for (let at = reach * 4; at < pixels.length; at += 4) {
      const value = pixels[at] + pixels[at + 1] * 1.6;
      const slope = value - before[other + at] - before[other + at + 1] * 1.6;
      const lift = Math.max(-11, Math.min(11, slope * 0.2)) + weave[at / 4];
      pixels[at] += lift;
      pixels[at + 1] += lift;
      pixels[at + 2] += lift * 0.9;
    }
  });
}
