/**
 * The last passes over a picture: the flaws of early models, then tone, glow, grain
 * and outline by the parameters.
 */
import type { Canvas } from '@napi-rs/canvas';
import { clamp, parseColor, smooth } from '../raster/colors.ts';
import { grainField, noise, softField } from '../raster/noise.ts';
import { editRows, newCanvas } from '../raster/pixels.ts';
import type { Finish } from '../scene/scene.ts';
import { openAvoidance } from './avoid-colors.ts';
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

/** Changes the color of the pixel at this place, in place. */
type Pass = (color: Float32Array, column: number, row: number) => void;

export function applyFinish(plate: Plate, finish: Finish): void {
  if (finish.bloom > 0.02) addBloom(plate.canvas, finish.bloom);
  const passes = [
    smearPass(plate, finish),
    clarityPass(plate, finish),
    outlinePass(plate, finish),
    tonePass(finish),
    cornerPass(plate, finish),
    grainPass(plate, finish),
    openAvoidance(finish.avoid),
  ].filter(pass => pass !== undefined);
  if (passes.length === 0) return;
  const color = new Float32Array(3);
  editRows(plate.canvas, (pixels, row) => {
    for (let column = 0; column < plate.width; column++) {
      const at = column * 4;
      for (let channel = 0; channel < 3; channel++) color[channel] = pixels[at + channel];
      for (const pass of passes) pass(color, column, row);
      for (let channel = 0; channel < 3; channel++) pixels[at + channel] = color[channel];
    }
  });
}

/** Bloom: adds the blurred bright parts as light. */
function addBloom(canvas: Canvas, strength: number): void {
  const { width, height } = canvas;
  const { canvas: small, context } = newCanvas((width / height) * 160, 160);
  context.filter = 'contrast(1.7) brightness(0.82) blur(5px)';
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const target = canvas.getContext('2d');
  target.save();
  target.globalCompositeOperation = 'screen';
  target.globalAlpha = clamp(strength * 0.55, 0, 0.75);
  target.imageSmoothingQuality = 'high';
  target.drawImage(small, 0, 0, width, height);
  target.restore();
}

/** Smears detail into patches and bends straight lines. */
function smearPass(plate: Plate, { smear, bend }: Finish): Pass | undefined {
  if (smear < 0.03) return undefined;
  const patches = smoothColors(shrink(plate, 0.003 + 0.011 * smear, 2), smear > 0.6 ? 3 : 2);
  const spot = { x: 0, y: 0 };
  const out = new Float32Array(3);
  const share = clamp(smear * 1.9, 0, 1);
  const shift = (plate.seed & 255) / 255;
  return (color, column, row) => {
    const x = column / plate.unit;
    const y = row / plate.unit;
    const wideX = softField(x * 0.5 + shift, y * 0.5) * 0.03 + noise(x * 24, y * 24) * 0.007;
    const wideY = softField(x * 0.5 + 0.5, y * 0.5 + shift) * 0.03 + noise(x * 24 + 50, y * 24) * 0.007;
    spot.x = (column + wideX * bend * plate.unit) * patches.scale;
    spot.y = (row + wideY * bend * plate.unit) * patches.scale;
    sampleColor(patches, spot, out);
    for (let channel = 0; channel < 3; channel++) color[channel] += (out[channel] - color[channel]) * share;
  };
}

/** Increases local contrast. */
function clarityPass(plate: Plate, { clarity }: Finish): Pass | undefined {
  if (Math.abs(clarity) < 0.03) return undefined;
  const fine = shrink(plate, 0.004, 1.4);
  const wideTones = blurValues(tones(fine), fine.width, Math.max(2, Math.round(fine.height * 0.018)));
  const localTones = blurValues(tones(fine), fine.width, 2);
  const spot = { x: 0, y: 0 };
  return (color, column, row) => {
    spot.x = column * fine.scale;
    spot.y = row * fine.scale;
    const light = (color[0] * 0.3 + color[1] * 0.59 + color[2] * 0.11) / 255;
    const form = sampleField(localTones, fine, spot) - sampleField(wideTones, fine, spot);
    const detail = light - sampleField(localTones, fine, spot);
    const lift = clamp(form * 0.62 + detail * 0.5, -0.16, 0.16) * clarity;
    const gain = clarity < 0 ? lift * 255 * 1.1 : lift * 300;
    for (let channel = 0; channel < 3; channel++) color[channel] += gain;
  };
}

function outlinePass(plate: Plate, { outline }: Finish): Pass | undefined {
  if (outline < 0.03) return undefined;
  const sharp = shrink(plate, 0.0015, 1.5);
  const radius = (0.0016 + 0.0014 * Math.min(1.2, outline)) * plate.unit * sharp.scale;
  const lines = outlines(tones(sharp), sharp.width, { radius, strength: 9 });
  const spot = { x: 0, y: 0 };
  return (color, column, row) => {
    spot.x = column * sharp.scale;
    spot.y = row * sharp.scale;
    const line = smooth(0.2, 0.8, sampleField(lines, sharp, spot)) * Math.min(1, 0.35 + outline * 0.5);
    color[0] += (36 - color[0]) * line;
    color[1] += (26 - color[1]) * line;
    color[2] += (52 - color[2]) * line;
  };
}

/** Contrast, fade, warmth, saturation, pastel and split tints: each pixel for itself. */
function tonePass(finish: Finish): Pass | undefined {
  const { contrast, saturation, fade, warmth, pastel } = finish;
  const split = finish.lights || finish.darks ? clamp(finish.split, 0, 1) : 0;
  if ([contrast, saturation, fade, warmth, pastel, split].every(value => Math.abs(value) < 0.005))
    return undefined;
  const curves = [0, 1, 2].map(channel => toneCurve(finish, channel));
  const lights = parseColor(finish.lights ?? '#ffffff');
  const darkTint = parseColor(finish.darks ?? '#000000');
  const vivid = Math.max(0, 1 + saturation * (saturation > 0 ? 0.9 : 1)) * (1 - pastel * 0.12);
  return color => {
    let light = 0;
    for (let channel = 0; channel < 3; channel++) {
      const value = curves[channel][clamp(Math.round(color[channel]), 0, 255)];
      color[channel] = value;
      light += value * [0.3, 0.59, 0.11][channel];
    }
    const high = (light / 255) ** 1.4;
    const low = (1 - light / 255) ** 1.6;
    for (let channel = 0; channel < 3; channel++) {
      let value = light + (color[channel] - light) * vivid;
      if (split > 0) {
        value += (softLight(value, lights[channel]) - value) * high * split;
        value += (darkTint[channel] * 0.55 + value * 0.6 - value) * low * split * 0.6;
      }
      color[channel] = value;
    }
  };
}

function softLight(value: number, tint: number): number {
  return value + (tint - 160) * 0.55 * (value / 255);
}

function toneCurve({ contrast, fade, warmth, pastel }: Finish, channel: number): Float32Array {
  const steep = clamp(contrast, -0.8, 1.2);
  const warm = clamp(warmth, -1, 1) * [0.1, 0.015, -0.12][channel];
  return Float32Array.from({ length: 256 }, (_, index) => {
    let value = index / 255;
    const curve = value * value * (3 - 2 * value);
    value += steep > 0 ? (curve - value) * steep : (0.5 - value) * -steep * 0.45;
    value = fade > 0 ? value * (1 - fade * 0.24) + fade * 0.17 : value + fade * 0.3 * (1 - value) * value;
    value += warm * (0.25 + value * (1 - value) * 3);
    value += (1 - value) * pastel * (0.2 + 0.26 * value);
    return clamp(value, 0, 1) * 255;
  });
}

function cornerPass(plate: Plate, { corners }: Finish): Pass | undefined {
  if (Math.abs(corners) < 0.05 || plate.open) return undefined;
  const deep = corners > 0 ? 0.62 * corners : 0.24 * Math.max(-1, corners);
  return (color, column, row) => {
    const x = column / plate.width - 0.5;
    const y = row / plate.height - 0.48;
    const gain = 1 - deep * smooth(0.16, 0.62, x * x * 1.4 + y * y * 1.4);
    for (let channel = 0; channel < 3; channel++) color[channel] *= gain;
  };
}

function grainPass(plate: Plate, { grain }: Finish): Pass | undefined {
  if (grain < 0.02) return undefined;
  return (color, column, row) => {
    const x = column / plate.unit;
    const y = row / plate.unit;
    const value = (grainField(x * 1.7, y * 1.7) + noise(x * 420, y * 420) * 0.8) * 15 * grain;
    for (let channel = 0; channel < 3; channel++) color[channel] += value;
  };
}
