/** A brush applies light and haze to a thing's own color. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { clamp, mix, parseColor, type Rgb, toCss } from '../../raster/colors.ts';
import { hazeAt, lightSide, type Stage } from './stage.ts';
import { type Random, seededRandom } from '../../random/random.ts';

export interface Brush {
  readonly context: SKRSContext2D;
  readonly stage: Stage;
  readonly random: Random;
  /** Pixels per meter. */
  readonly scale: number;
  /** The side from which the light comes, -1 (left) … 1 (right). */
  readonly side: number;
  /** The share of the color that haze replaces. */
  readonly haze: number;
  /** Whether it is dusk or night, so that windows and lamps are lit. */
  readonly dark: boolean;
  /** Returns the CSS color of a surface behind the haze. `bright` is 0 in the shade and 1 in full light. */
  tone(color: Rgb | string, bright: number, alpha?: number): string;
  /** Returns the same color as numbers. */
  shadeColor(color: Rgb | string, bright: number): Rgb;
  /** Returns the CSS color of something that shines by itself, seen through the haze. */
  shine(color: Rgb | string, alpha?: number): string;
}

export function createBrush(
  stage: Stage,
  options: { context: SKRSContext2D; z: number; seed: number; scale: number },
): Brush {
  const { lit, unlit, haze } = stage.tones;
  const hazeShare = hazeAt(stage, options.z);
  const shadeColor = (color: Rgb | string, bright: number): Rgb => {
    const rgb = typeof color === 'string' ? parseColor(color) : color;
    const brightness = clamp(bright, 0, 1.15);
    const shade: Rgb = [
      rgb[0] * (unlit[0] + (lit[0] - unlit[0]) * brightness),
      rgb[1] * (unlit[1] + (lit[1] - unlit[1]) * brightness),
      rgb[2] * (unlit[2] + (lit[2] - unlit[2]) * brightness),
    ];
    return mix(shade, haze, hazeShare);
  };
  const shine = (color: Rgb | string) =>
    mix(typeof color === 'string' ? parseColor(color) : color, haze, hazeShare * 0.6);
  return {
    context: options.context,
    stage,
    random: seededRandom(options.seed),
    scale: options.scale,
    side: lightSide(stage.scene) || 0.25,
    haze: hazeShare,
    dark: stage.scene.time === 'night' || stage.scene.time === 'dusk',
    shadeColor,
    tone: (color, bright, alpha = 1) => toCss(shadeColor(color, bright), alpha),
    shine: (color, alpha = 1) => toCss(shine(color), alpha),
  };
}

/** Fills the polygon through the points. */
export function fillShape(
  context: SKRSContext2D,
  points: readonly (readonly [number, number])[],
  color: string,
): void {
  context.beginPath();
  points.forEach(([x, y], index) => (index === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.closePath();
  context.fillStyle = color;
  context.fill();
}

/** Creates the gradient, from left to right, of a round surface that is bright on the side of the light. */
export function roundShade(brush: Brush, span: { left: number; right: number; color: Rgb | string }) {
  const { context, side } = brush;
  const gradient = context.createLinearGradient(span.left, 0, span.right, 0);
  const peak = side > 0 ? 0.72 : 0.28;
  gradient.addColorStop(0, brush.tone(span.color, side > 0 ? 0.12 : 0.62));
  gradient.addColorStop(peak, brush.tone(span.color, 0.98));
  gradient.addColorStop(1, brush.tone(span.color, side > 0 ? 0.62 : 0.12));
  return gradient;
}
