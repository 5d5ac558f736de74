/** Drawn by hand: ink and wash, pencil, woodcut, pastel chalk. */
import { clamp, smooth } from '../raster/colors.ts';
import { noise, softField } from '../raster/noise.ts';
import { fillNoise } from '../raster/noise-rows.ts';
import { editRows } from '../raster/pixels.ts';
import { fillTooth, shareInside } from './paper.ts';
import {
  blurValues,
  smoothColors,
  outlines,
  type Plate,
  sampleColor,
  sampleField,
  shrink,
  tones,
} from './plate.ts';

interface Point {
  readonly x: number;
  readonly y: number;
  /** 0 … 1. */
  readonly light: number;
  readonly line: number;
  /** Smoothed color. */
  readonly color: Float32Array;
  /** Paper's tooth. */
  readonly grain: number;
  /** 0 on the margin, 1 inside. */
  readonly wet: number;
}

type Mark = (point: Point, out: Float32Array) => void;

function draw(plate: Plate, mark: Mark, options: { line: number; strength: number; margin: number }): void {
  const washes = smoothColors(shrink(plate, 0.0034, 2), 2);
  const sharp = shrink(plate, 0.0016, 1.6);
  const light = stretchTones(tones(sharp));
  const lines = outlines(light, sharp.width, {
    radius: options.line * plate.unit * sharp.scale,
    strength: options.strength,
  });
  const blurredLight = blurValues(light, sharp.width, 1);
  const color = new Float32Array(3);
  const out = new Float32Array(3);
  const grains = new Float32Array(plate.width);
  const shakes = new Float32Array(plate.width);
  editRows(plate.canvas, (pixels, row) => {
    const y = row / plate.unit;
    fillTooth(grains, { y, unit: plate.unit });
    fillNoise(shakes, { y, unit: plate.unit }, [{ scale: 46, weight: 0.0009 * plate.unit }]);
    for (let column = 0; column < plate.width; column++) {
      const x = column / plate.unit;
      const shake = shakes[column];
      sampleColor(
        washes,
        { x: (column + shake * 2) * washes.scale, y: (row - shake * 2) * washes.scale },
        color,
      );
      const spot = { x: (column + shake) * sharp.scale, y: (row + shake) * sharp.scale };
      const wet =
        options.margin > 0 && !plate.open
          ? shareInside({ x, y, aspect: plate.aspect, tall: plate.height / plate.unit }, options.margin)
          : 1;
      mark(
        {
          x,
          y,
          light: sampleField(blurredLight, sharp, spot),
          line: sampleField(lines, sharp, spot),
          color,
          grain: grains[column],
          wet,
        },
        out,
      );
      const at = column * 4;
      pixels[at] = out[0];
      pixels[at + 1] = out[1];
      pixels[at + 2] = out[2];
    }
  });
}

/** Stretches the range from black to white, because a drawing needs dark tones at every hour. */
function stretchTones(light: Float32Array): Float32Array {
  const counts = new Uint32Array(101);
  for (const tone of light) counts[Math.max(0, Math.min(100, Math.round(tone * 100)))]++;
  const at = (share: number): number => {
    let sum = 0;
    for (let level = 0; level <= 100; level++) {
      sum += counts[level];
      if (sum >= light.length * share) return level / 100;
    }
    return 1;
  };
  const low = at(0.02);
  const span = Math.max(0.12, at(0.96) - low);
  return light.map(tone => Math.max(0, Math.min(1, ((tone - low) / span) * 0.94 + 0.05)));
}

/** Strength 0 … 1 of a hatching line through this point. */
function hatch(x: number, y: number, options: { angle: number; gap: number; dark: number }): number {
  const across = x * Math.sin(options.angle) + y * Math.cos(options.angle);
  const along = x * Math.cos(options.angle) - y * Math.sin(options.angle);
  const wander = noise(along * 6, across * 22) * 0.22 * options.gap;
  const place = ((((across + wander) / options.gap) % 1) + 1) % 1;
  const width = clamp(options.dark, 0, 1) * 0.5;
  const pressure = 0.7 + 0.4 * noise(along * 14, across / options.gap);
  return smooth(width + 0.12, width - 0.1, Math.abs(place - 0.5)) * pressure;
}

/** Sepia lines over three gray washes with a breath of color. */
export function paintInk(plate: Plate): void {
  draw(
    plate,
    (point, out) => {
      const { x, y, light, color, grain, wet } = point;
      const bloom = softField(x * 0.5, y * 0.5) * 0.1;
      const tone = clamp(light + bloom, 0, 1);
      const steps =
        0.28 * smooth(0.8, 0.7, tone) + 0.26 * smooth(0.55, 0.46, tone) + 0.26 * smooth(0.3, 0.22, tone);
      const strokes =
        hatch(x, y, { angle: 0.85, gap: 0.0062, dark: smooth(0.5, 0.12, light) * 0.75 }) *
        smooth(0.46, 0.26, light);
      const wash = (steps * (0.9 + grain * 0.3) + 0.06) * wet;
      const ink = clamp(point.line * (1.1 + grain * 0.4) + strokes * 0.75, 0, 1) * wet;
      const mean = (color[0] + color[1] + color[2]) / 3;
      const paper = [248, 242, 228];
      const pigment = [40, 44, 58];
      for (let channel = 0; channel < 3; channel++) {
        const tint = (color[channel] - mean) * 0.5 * wet;
        let value = paper[channel] + grain * 3 + tint;
        value += (pigment[channel] + tint * 0.4 - value) * wash;
        out[channel] = value + ([24, 22, 28][channel] - value) * ink;
      }
    },
    { line: 0.0022, strength: 16, margin: 0.03 },
  );
}

/** Graphite: outlines and three layers of hatching that fill the paper's tooth. */
export function paintPencil(plate: Plate): void {
  draw(
    plate,
    (point, out) => {
      const { x, y, light, grain, wet } = point;
      const darkness = 1 - clamp((light - 0.04) * 1.06, 0, 1);
      const first =
        hatch(x, y, { angle: 0.72, gap: 0.0036, dark: darkness * 1.1 }) * smooth(0.12, 0.5, darkness);
      const second =
        hatch(x, y, { angle: -0.5, gap: 0.0039, dark: darkness * 0.95 }) * smooth(0.42, 0.75, darkness);
      const third = hatch(x, y, { angle: 1.45, gap: 0.0034, dark: darkness }) * smooth(0.66, 0.95, darkness);
      const rub = darkness * darkness * 0.34;
      const bite = clamp(0.72 + grain * 0.75, 0.15, 1.2);
      const lead =
        clamp(
          (rub + first * 0.4 + second * 0.36 + third * 0.36) * bite + point.line * 0.85 * (0.8 + grain * 0.4),
          0,
          0.94,
        ) * wet;
      out[0] = 249 + grain * 3 - lead * 200;
      out[1] = 247 + grain * 3 - lead * 199;
      out[2] = 241 + grain * 3 - lead * 189;
    },
    { line: 0.0019, strength: 13, margin: 0.034 },
  );
}

/** Black and one pale color, cut in lines that swell in the dark. */
export function paintWoodcut(plate: Plate): void {
  draw(
    plate,
    (point, out) => {
      const { x, y, light, color } = point;
      const flow = softField(x * 0.35, y * 0.35) * 0.05 + noise(x * 5, y * 5) * 0.004;
      const place = ((((y + flow) / 0.0105) % 1) + 1) % 1;
      const rough = noise(x * 90, y * 90) * 0.07;
      const black = smooth(0.04, -0.04, light * 1.12 - 0.06 + rough - (0.18 + Math.abs(place - 0.5) * 1.36));
      const ink = clamp(black + smooth(0.3, 0.7, point.line), 0, 1);
      for (let channel = 0; channel < 3; channel++) {
        const ground = [238, 226, 200][channel] * 0.62 + Math.round(color[channel] / 64) * 64 * 0.38;
        out[channel] = ground + ([26, 22, 24][channel] - ground) * ink;
      }
    },
    { line: 0.0028, strength: 15, margin: 0 },
  );
}

/** Chalk that catches on the paper's tooth and leaves its color between. */
export function paintPastel(plate: Plate): void {
  draw(
    plate,
    (point, out) => {
      const { x, y, color, grain } = point;
      const drag = noise(x * 210 + y * 70, y * 46 - x * 24) * 0.5 + noise(x * 480, y * 110) * 0.35;
      const cover = smooth(-0.85, 0.35, grain * 0.8 + drag + 0.25);
      const mean = (color[0] + color[1] + color[2]) / 3;
      for (let channel = 0; channel < 3; channel++) {
        const pastelValue = color[channel] + (color[channel] - mean) * 0.18;
        const chalk = pastelValue + (255 - pastelValue) * 0.12 + drag * 10;
        const ground = [206, 190, 172][channel] * 0.55 + pastelValue * 0.45;
        out[channel] = ground + (chalk - ground) * cover - point.line * 26;
      }
    },
    { line: 0.0026, strength: 10, margin: 0 },
  );
}
