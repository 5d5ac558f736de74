/**
 * The shadow of a thing: a flattened silhouette that leans away from the light, and a dark
 * soft spot where the thing touches the ground.
 */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Thing } from '../scene/scene.ts';
import { clamp, toCss } from '../raster/colors.ts';
import { newCanvas } from '../raster/pixels.ts';
import type { Layer } from './stage/layers.ts';
import { lightSide, type Spot, type Stage } from './stage/stage.ts';

/** A drawn thing and the pixel of it that stands on the ground. */
export interface Sprite {
  readonly canvas: Canvas;
  readonly footX: number;
  readonly footY: number;
}

interface ShadowCaster {
  readonly sprite: Sprite;
  readonly thing: Thing;
  readonly foot: Spot;
  /** The height of the ground below the thing, in meters above the water level. */
  readonly ground: number;
  /** The height of the thing in the picture, in pixels. */
  readonly heightPx: number;
}

/** The shape of a shadow around the foot of its thing, in pixels. */
interface Shape {
  /** Pixels to the side for each pixel of the thing's height. */
  readonly lean: number;
  /** Pixels downwards for each pixel of the thing's height. */
  readonly fall: number;
  /** The radius of the blur. */
  readonly blur: number;
  /** Half the width of the dark spot. */
  readonly spread: number;
  /** Half the height of the dark spot. */
  readonly spotHeight: number;
}

export function castShadow(
  stage: Stage,
  options: ShadowCaster,
): Pick<Layer, 'kind' | 'canvas' | 'x' | 'y'> | undefined {
  const { sprite, thing, foot, heightPx } = options;
  if (thing.lift > thing.height * 0.25 && thing.stance === 'flies') return undefined;
  if (thing.lift > thing.height * 1.5 || thing.kind === 'campfire') return undefined;
  const { camera, weather } = stage.scene;
  const eye = Math.max(0.1, camera.altitude - options.ground);
  const flatness = clamp((eye * camera.focal) / thing.z / 1.6, 0.05, 0.3);
  const spread = Math.min(sprite.canvas.width * 0.46, heightPx * 0.5);
  const shape: Shape = {
    lean: clamp(-lightSide(stage.scene) * 1.3, -1.1, 1.1),
    fall: flatness * 1.1,
    blur: Math.max(0.6, heightPx * 0.012),
    spread,
    spotHeight: Math.max(1, spread * flatness * 1.1),
  };
  const margins = measureMargins(sprite, shape);
  // The foot lies at the same fraction of a pixel as on a canvas of the full size, so that
  // cropping the canvas to the shadow changes no pixel.
  const footX = margins.left + fraction((sprite.canvas.width + heightPx * 2.8) / 2);
  const footY = margins.above + fraction(Math.max(4, heightPx * flatness * 2.8) * 0.42);
  const { canvas, context } = newCanvas(footX + margins.right, footY + margins.below);
  context.translate(footX, footY);
  const isSharp = weather === 'clear' || weather === 'wind' || weather === 'cloudy';
  paintSilhouette(stage, context, { sprite, shape, strength: isSharp ? 0.3 : 0.135 });
  paintSpot(context, shape);
  return { kind: 'shadow', canvas, x: foot.x - footX, y: foot.y - footY };
}

function fraction(value: number): number {
  return value - Math.floor(value);
}

/** Returns the whole pixels that the shadow needs on each side of the foot. */
function measureMargins({ canvas, footX, footY }: Sprite, shape: Shape) {
  const { lean, fall, spread, spotHeight } = shape;
  const blurReach = shape.blur * 3 + 2;
  // The upper edge of the thing becomes the lowest row of the shadow.
  const [farY, nearY] = [footY, footY - canvas.height];
  const sideShifts = [-lean * farY, -lean * nearY];
  return {
    left: Math.ceil(Math.max(spread, footX - Math.min(...sideShifts) + blurReach)),
    right: Math.ceil(Math.max(spread, canvas.width - footX + Math.max(...sideShifts) + blurReach)),
    above: Math.ceil(Math.max(spotHeight, -nearY * fall + blurReach)),
    below: Math.ceil(Math.max(spotHeight, farY * fall + blurReach)),
  };
}

function paintSilhouette(
  stage: Stage,
  context: SKRSContext2D,
  { sprite, shape, strength }: { sprite: Sprite; shape: Shape; strength: number },
): void {
  context.save();
  context.transform(1, 0, -shape.lean, shape.fall, 0, 0);
  context.scale(1, -1);
  context.globalAlpha = strength;
  context.filter = `blur(${shape.blur.toFixed(1)}px)`;
  context.drawImage(silhouette(stage, sprite.canvas), -sprite.footX, -sprite.footY);
  context.restore();
}

function silhouette(stage: Stage, source: Canvas): Canvas {
  const { canvas, context } = newCanvas(source.width, source.height);
  context.drawImage(source, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.fillStyle = stage.scene.time === 'night' ? 'rgb(4,4,16)' : 'rgb(22,16,44)';
  context.fillRect(0, 0, source.width, source.height);
  return canvas;
}

function paintSpot(context: SKRSContext2D, { spread, spotHeight }: Shape): void {
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  gradient.addColorStop(0, toCss([16, 12, 34], 0.5));
  gradient.addColorStop(0.6, toCss([16, 12, 34], 0.22));
  gradient.addColorStop(1, toCss([16, 12, 34], 0));
  context.scale(spread, spotHeight);
  context.fillStyle = gradient;
  context.fillRect(-1, -1, 2, 2);
}
