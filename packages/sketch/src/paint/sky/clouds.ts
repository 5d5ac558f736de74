/** Clouds as a see-through layer: lit on the side of the sun, cool below, glowing where they stand before it. */
import type { Canvas } from '@napi-rs/canvas';
import type { Scene, Sky } from '../../scene/scene.ts';
import { clamp, smooth } from '../../raster/colors.ts';
import { noise, puffField, softField } from '../../raster/noise.ts';
import { canvasFrom, newCanvas } from '../../raster/pixels.ts';
import { openDrift } from '../../land/rings.ts';
import { softness } from './sky.ts';
import { coarser, type Stage } from '../stage/stage.ts';

/** Thickness at a point of the picture: below 0 clear, 1 and more closed. */
type Density = (x: number, y: number) => number;

export function paintClouds(stage: Stage): Canvas {
  const soft = coarser(stage, softness);
  const small = canvasFrom(soft.width, soft.height, pixels => fillClouds(soft, pixels));
  const { canvas, context } = newCanvas(stage.width, stage.height);
  context.drawImage(small, 0, 0, soft.width * softness, soft.height * softness);
  return canvas;
}

function fillClouds(stage: Stage, pixels: Uint8ClampedArray): void {
  const { width, unit, left, top, scene, tones } = stage;
  const density = drifting(scene, chooseDensity(scene.sky, scene.camera.horizon, top));
  const bottom = Math.min(stage.height, Math.ceil((scene.camera.horizon + 0.02 - top) * unit));
  const { light } = scene;
  const warm = light.body === 'none' ? 0 : 1;
  const thick = scene.look.anime ? 1.5 : 1;
  for (let row = 0; row < bottom; row++) {
    const y = row / unit + top;
    const far = smooth(0.35, 0.0, scene.camera.horizon - y);
    for (let column = 0; column < width; column++) {
      const x = column / unit + left;
      const body = density(x, y);
      if (body <= 0.003) continue;
      const here = smooth(0, 1, body);
      const dx = light.x - x;
      const dy = light.y - y;
      const away = Math.sqrt(dx * dx + dy * dy) + 0.0001;
      const step = 0.02 / away;
      const towards = density(x + dx * step, y + dy * step - 0.006);
      const near = Math.exp(-away * 3.4) * warm;
      let lit = clamp(
        0.66 + (body - towards) * 1.25 - Math.min(1.4, body) * 0.26 + near * (0.7 - here * 0.5),
        0,
        1,
      );
      if (scene.look.anime) lit = smooth(0.35, 0.62, lit) * 0.8 + lit * 0.2;
      const shine = near * (1 - here) * 0.7;
      const at = (row * width + column) * 4;
      for (let channel = 0; channel < 3; channel++) {
        const shade = tones.cloudShade[channel]!;
        let color = shade + (tones.cloudLight[channel]! - shade) * lit;
        color += (tones.glow[channel]! - color) * shine;
        pixels[at + channel] = color + (tones.low[channel]! - color) * far * 0.45;
      }
      pixels[at + 3] = 255 * Math.min(1, here * 1.35 * thick) * (1 - far * 0.25);
    }
  }
}

/** Rings around the picture have other clouds. */
function drifting(scene: Scene, density: Density): Density {
  const drift = openDrift(scene, 'clouds');
  if (!drift) return density;
  return (x, y) => {
    const { x: dx, y: dy, more } = drift(x, y);
    return density(x + dx, y + dy * 0.12) + more * 0.1;
  };
}

function chooseDensity(sky: Sky, horizon: number, top: number): Density {
  const sx = (sky.seed & 1023) / 1023;
  const sy = ((sky.seed >>> 10) & 1023) / 1023;
  if (sky.clouds === 'sheet') return sheet(sky.cover, horizon, { sx, sy });
  if (sky.clouds === 'streaks') return streaks(sky.cover, horizon, { sx, sy });
  return heaps(sky, horizon, { sx, sy, top });
}

interface Shift {
  readonly sx: number;
  readonly sy: number;
}

/** A layer of cloud seen in perspective: it thins out and flattens towards the horizon. */
function sheet(cover: number, horizon: number, shift: Shift): Density {
  const low = 0.42 - cover * 1.1;
  return (x, y) => {
    const depth = 0.34 / (Math.max(0, horizon - Math.max(0, y)) + 0.1);
    const u = (x - 0.5) * depth;
    // Above the picture depth would hardly change any more, and clouds be drawn out into rays.
    const v = depth - Math.max(0, -y) * depth;
    const wide = softField(u * 0.24 + shift.sx, v * 0.3 + shift.sy);
    const fine = softField(u * 1.1 + shift.sy + wide * 0.05, v * 1.3 + shift.sx);
    return (wide + fine * 0.34 - low) * 1.25;
  };
}

/** Long thin clouds in bands, as before sunrise and after sunset. */
function streaks(cover: number, horizon: number, shift: Shift): Density {
  const low = 0.3 - cover * 0.62;
  return (x, y) => {
    const up = Math.max(0, horizon - y);
    const bend = softField(x * 0.13 + shift.sx, y * 0.2 + shift.sy) * 0.06;
    const wide = softField(x * 0.16 + shift.sy + bend, (y + bend) * 1.15 + shift.sx);
    const fine = softField(x * 0.55 + shift.sx, (y + bend * 1.6) * 3.4 + shift.sy);
    const wisps = puffField(x * 0.9 + fine * 0.1, (y + bend) * 4.2 + shift.sx) - 0.5;
    return (wide + fine * 0.42 + wisps * 0.22 - low) * 1.45 * smooth(-0.01, 0.09, up);
  };
}

/** Heaped clouds with flat feet, in four rows that grow towards the top of the picture; above it more of the last. */
function heaps(sky: Sky, horizon: number, shift: Shift & { top: number }): Density {
  const tall = sky.clouds === 'towers' ? 1.7 : 1;
  const shown = [0.07, 0.16, 0.31, 0.5].map((rise, index) => ({
    foot: horizon - rise * Math.max(0.75, horizon / 0.6),
    size: (0.05 + 0.07 * index) * tall,
    scale: 1 / (0.22 + 0.3 * index),
    shift: shift.sx * (index + 3) + index * 0.37,
  }));
  const above = Array.from({ length: Math.ceil(Math.max(0, -shift.top) / 0.62) }, (_, index) => ({
    foot: -0.14 * tall - (index + 0.3 * noise(index * 7.3, shift.sy * 40)) * 0.62,
    size: (0.3 + 0.12 * noise(index * 3.1, shift.sx * 60)) * tall,
    scale: 1 / (1.5 + 0.5 * noise(index * 5.7, shift.sx * 30)),
    shift: shift.sx * (index + 7) + (index + 4) * 0.37,
  }));
  const rows = [...shown, ...above];
  const need = 0.34 - sky.cover * 0.78;
  return (x, y) => {
    let most = 0;
    for (const row of rows) {
      const rise = (row.foot + noise(x * row.scale * 3 + row.shift * 9, row.shift) * 0.012 - y) / row.size;
      if (rise < -0.35 || rise > 2.6) continue;
      const where = noise(x * row.scale * 0.9 + row.shift * 40, row.shift * 7 + 3) * 0.9;
      const puffs = puffField(x * row.scale * 0.2 + row.shift, y * row.scale * 0.24 + shift.sy);
      const wisps = softField(x * row.scale * 0.9 + shift.sy, y * row.scale + row.shift);
      const body = where - need + (puffs - 0.5) * 0.95 + wisps * 0.14 - Math.max(0, rise) * 0.62;
      const here = body * 2 * smooth(-0.3, 0.16, rise + wisps * 0.2);
      if (here > most) most = here;
    }
    return most;
  };
}
