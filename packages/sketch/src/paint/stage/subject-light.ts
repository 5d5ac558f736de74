/**
 * Puts a drawn subject into the light of the scene: ambient tint, a dark far
 * side, a rim from the light, haze.
 */
import type { Canvas } from '@napi-rs/canvas';
import type { TimeOfDay } from '../../scene/reading.ts';
import { clamp, mapChannels, mix, type Rgb, toCss } from '../../raster/colors.ts';
import { newCanvas } from '../../raster/pixels.ts';
import { hazeAt, lightSide, type Stage } from './stage.ts';

/** The share of light that makes subjects recognizable in the dark, as from a lamp beside the camera. */
const extraLightInDark: Partial<Record<TimeOfDay, number>> = { night: 0.34, dusk: 0.14 };

export function lightSubject(stage: Stage, sprite: Canvas, z: number): Canvas {
  const { width, height } = sprite;
  const { canvas, context } = newCanvas(width, height);
  const { lit, unlit, light, haze } = stage.tones;
  const side = lightSide(stage.scene) || 0.25;
  context.drawImage(sprite, 0, 0);
  const extraLight = extraLightInDark[stage.scene.time] ?? 0;
  const tint = (share: number): Rgb =>
    mix(
      mapChannels(channel => 255 * Math.min(1, unlit[channel] + (lit[channel] - unlit[channel]) * share)),
      [255, 244, 226],
      extraLight,
    );
  context.globalCompositeOperation = 'multiply';
  const gradient = context.createLinearGradient(0, height * 0.75, 0, height * 0.1);
  gradient.addColorStop(0, toCss(tint(0.42)));
  gradient.addColorStop(1, toCss(tint(0.9)));
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  const sideways = context.createLinearGradient(side > 0 ? width : 0, 0, side > 0 ? 0 : width, height * 0.2);
  sideways.addColorStop(0.3, toCss([255, 255, 255]));
  sideways.addColorStop(1, toCss(mix([255, 255, 255], tint(0.1), 0.75 * Math.min(1, Math.abs(side) + 0.35))));
  context.fillStyle = sideways;
  context.fillRect(0, 0, width, height);
  addRim(stage, { canvas, sprite, side });
  context.globalCompositeOperation = 'screen';
  const glow = context.createLinearGradient(side > 0 ? width : 0, 0, width / 2, height * 0.5);
  glow.addColorStop(0, toCss(light, 0.22 * stage.scene.light.palette.lightGain));
  glow.addColorStop(1, toCss(light, 0));
  context.fillStyle = glow;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
  const hazeShare = hazeAt(stage, z);
  if (hazeShare > 0.01) {
    context.fillStyle = toCss(haze, clamp(hazeShare, 0, 0.95));
    context.fillRect(0, 0, width, height);
  }
  context.globalCompositeOperation = 'destination-in';
  context.drawImage(sprite, 0, 0);
  context.globalCompositeOperation = 'source-over';
  return canvas;
}

/**
 * Adds a thin bright edge on the side of the light and at the top: the silhouette minus the same silhouette,
 * moved away from the light.
 */
function addRim(stage: Stage, options: { canvas: Canvas; sprite: Canvas; side: number }): void {
  const { width, height } = options.sprite;
  const thick = Math.max(0.8, height * 0.014);
  const { canvas: edgeCanvas, context } = newCanvas(width, height);
  context.drawImage(options.sprite, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = toCss(stage.tones.light);
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'destination-out';
  context.drawImage(
    options.sprite,
    -options.side * thick * 1.5 - Math.sign(options.side) * thick * 0.4,
    thick * 0.8,
  );
  const target = options.canvas.getContext('2d');
  target.globalCompositeOperation = 'screen';
  const darkness = stage.scene.time === 'night' ? 0.3 : 0;
  target.globalAlpha = clamp(0.55 * stage.scene.light.palette.lightGain + darkness, 0.25, 0.8);
  target.drawImage(edgeCanvas, 0, 0);
  target.globalAlpha = 1;
}
