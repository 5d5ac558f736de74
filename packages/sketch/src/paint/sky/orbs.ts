/** Moons and planets of alien skies, lit from the side of the light, some with a ring. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Orb } from '../../scene/scene.ts';
import { mix, parseColor, smooth, toCss } from '../../raster/colors.ts';
import { softField } from '../../raster/noise.ts';
import { canvasFrom } from '../../raster/pixels.ts';
import { paintHalo } from './sky.ts';
import { type Stage, toPixels } from '../stage/stage.ts';

export function paintOrbs(stage: Stage, context: SKRSContext2D): void {
  for (const orb of stage.scene.sky.orbs ?? []) paintOrb(stage, context, orb);
}

function paintOrb(stage: Stage, context: SKRSContext2D, orb: Orb): void {
  const at = toPixels(stage, orb.x, orb.y);
  const radius = orb.radius * stage.unit;
  const color = parseColor(orb.color);
  context.save();
  context.globalCompositeOperation = 'screen';
  const tint = color.map(Math.round).join(',');
  paintHalo(context, { ...at, radius: radius * 2.2, color: `rgba(${tint},`, strength: 0.22 });
  context.restore();
  if (orb.ring) paintRing(context, { ...at, radius, color, from: Math.PI, to: Math.PI * 2 });
  const size = Math.ceil(radius * 2 + 2);
  const lightX = Math.sign(stage.scene.light.x - orb.x) || 1;
  const sky = stage.tones.middle;
  const shift = (orb.x * 7 + orb.y * 3) % 1;
  const disc = canvasFrom(size, size, pixels => {
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        const dx = (column + 0.5 - size / 2) / radius;
        const dy = (row + 0.5 - size / 2) / radius;
        const distanceSquared = dx * dx + dy * dy;
        if (distanceSquared > 1.1) continue;
        const dz = Math.sqrt(Math.max(0, 1 - distanceSquared));
        const lit = smooth(-0.5, 0.9, dx * lightX * 0.66 - dy * 0.2 + dz * 0.5);
        const mark = softField(dx * 0.3 + shift, dy * 0.3 + shift) * 26 + softField(dx + shift, dy) * 8;
        const at = (row * size + column) * 4;
        for (let channel = 0; channel < 3; channel++) {
          const value = color[channel] + mark;
          pixels[at + channel] = sky[channel] * (1 - lit) + value * lit;
        }
        pixels[at + 3] =
          255 *
          Math.max(0, Math.min(1, (1 - Math.sqrt(distanceSquared)) * radius + 0.5)) *
          (0.35 + 0.65 * lit);
      }
  });
  context.drawImage(disc, at.x - size / 2, at.y - size / 2);
  if (orb.ring) paintRing(context, { ...at, radius, color, from: 0, to: Math.PI });
}

function paintRing(
  context: SKRSContext2D,
  ring: {
    x: number;
    y: number;
    radius: number;
    color: readonly [number, number, number];
    from: number;
    to: number;
  },
): void {
  const { x, y, radius, color, from, to } = ring;
  context.save();
  context.translate(x, y);
  context.rotate(-0.32);
  context.scale(1, 0.24);
  for (const [size, wide, strength] of [
    [1.5, 0.16, 0.5],
    [1.74, 0.1, 0.36],
    [1.92, 0.05, 0.25],
  ] as const) {
    context.strokeStyle = toCss(mix(color, [255, 255, 255], 0.35), strength);
    context.lineWidth = radius * wide;
    context.beginPath();
    context.arc(0, 0, radius * size, from, to);
    context.stroke();
  }
  context.restore();
}
