/** Words in quotes are set over the picture, in the upper part, as large as they fit. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Scene } from '../scene.ts';
import { luminance, parseColor } from './colors.ts';

/** Uses the machine's serif font; without any font nothing is drawn. */
export function paintLettering(
  context: SKRSContext2D,
  scene: Scene,
  size: { width: number; height: number },
): void {
  const text = scene.lettering?.slice(0, 60);
  if (!text) return;
  const { width, height } = size;
  const dark = luminance(parseColor(scene.light.palette.middle)) > 150;
  context.save();
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = '700 100px Georgia, "DejaVu Serif", serif';
  const wide = Math.max(1, context.measureText(text).width);
  const pixels = Math.min(height * 0.13, (100 * width * 0.8) / wide);
  context.font = `700 ${pixels.toFixed(1)}px Georgia, "DejaVu Serif", serif`;
  context.shadowColor = dark ? 'rgba(255,250,236,0.7)' : 'rgba(10,8,26,0.6)';
  context.shadowBlur = pixels * 0.18;
  context.fillStyle = dark ? '#3a2a3c' : '#fdf4e0';
  context.fillText(text, width / 2, height * 0.15);
  context.restore();
}
