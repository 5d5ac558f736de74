/**
 * The grade of the finished picture: the glow of the light source, the color of the hour, a soft vignette.
 */
import type { Canvas } from '@napi-rs/canvas';
import { parseColor, toCss } from '../raster/colors.ts';
import { type Stage, toPixels } from './stage/stage.ts';

export function paintGrade(stage: Stage, canvas: Canvas): void {
  const context = canvas.getContext('2d');
  const { light, look, weather } = stage.scene;
  const { width, height, unit, tones } = stage;
  const lightPoint = toPixels(stage, light.x, light.y);
  if (light.body !== 'none') {
    context.globalCompositeOperation = 'screen';
    const bloom = context.createRadialGradient(
      lightPoint.x,
      lightPoint.y,
      0,
      lightPoint.x,
      lightPoint.y,
      unit * 0.7,
    );
    const strength =
      (light.body === 'sun' ? 0.25 : 0.14) * (0.5 + look.richness * 0.6) * (weather === 'fog' ? 1.4 : 1);
    bloom.addColorStop(0, toCss(tones.glow, strength));
    bloom.addColorStop(0.3, toCss(tones.glow, strength * 0.36));
    bloom.addColorStop(1, toCss(tones.glow, 0));
    context.fillStyle = bloom;
    context.fillRect(0, 0, width, height);
  }
  context.globalCompositeOperation = 'soft-light';
  const wash = context.createLinearGradient(lightPoint.x, lightPoint.y, width - lightPoint.x, height);
  wash.addColorStop(0, toCss(tones.light, 0.3 * look.richness));
  wash.addColorStop(1, toCss(tones.shade, 0.22 * look.richness));
  context.fillStyle = wash;
  context.fillRect(0, 0, width, height);
  if (light.palette.grade) {
    context.fillStyle = toCss(parseColor(light.palette.grade), 0.3);
    context.fillRect(0, 0, width, height);
  }
  context.globalCompositeOperation = 'multiply';
  const vignette = context.createRadialGradient(
    width / 2,
    height * 0.47,
    Math.min(width, height) * 0.42,
    width / 2,
    height * 0.5,
    Math.hypot(width, height) * 0.6,
  );
  vignette.addColorStop(0, 'rgb(255,255,255)');
  vignette.addColorStop(1, toCss([196, 190, 206]));
  context.fillStyle = vignette;
  context.fillRect(0, 0, width, height);
  context.globalCompositeOperation = 'source-over';
}
