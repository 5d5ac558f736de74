/**
 * A flattened silhouette leaning away from the light, and a dark soft spot where
 * the thing touches the ground.
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
  /** Meters. */
  readonly ground: number;
  readonly heightPx: number;
}

/** The shape of a shadow around the foot of its thing, in pixels. */
interface Shape {
  /** Pixels to the side, and down, for each pixel of the thing's height. */
  readonly lean: number;
  readonly fall: number;
  readonly blur: number;
  /** Half the size of the spot. */
  readonly spread: number;
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
  const flat = clamp((eye * camera.focal) / thing.z / 1.6, 0.05, 0.3);
  const spread = Math.min(sprite.canvas.width * 0.46, heightPx * 0.5);
  const shape: Shape = {
    lean: clamp(-lightSide(stage.scene) * 1.3, -1.1, 1.1),
    fall: flat * 1.1,
    blur: Math.max(0.6, heightPx * 0.012),
    spread,
    spotHeight: Math.max(1, spread * flat * 1.1),
  };
  const room = roomFor(sprite, shape);
  // Where the foot is in its pixel follows from a sheet that is as wide for all
  // shadows of things of this size.
  const footX = room.left + fraction((sprite.canvas.width + heightPx * 2.8) / 2);
  const footY = room.above + fraction(Math.max(4, heightPx * flat * 2.8) * 0.42);
  const { canvas, context } = newCanvas(footX + room.right, footY + room.below);
  context.translate(footX, footY);
  const isSharp = weather === 'clear' || weather === 'wind' || weather === 'cloudy';
  paintSilhouette(stage, context, { sprite, shape, strength: isSharp ? 0.3 : 0.135 });
  paintSpot(context, shape);
  return { kind: 'shadow', canvas, x: foot.x - footX, y: foot.y - footY };
}

function fraction(value: number): number {
  return value - Math.floor(value);
}

/** The whole pixels that the shadow needs on each side of the foot. */
function roomFor({ canvas, footX, footY }: Sprite, shape: Shape) {
  const { lean, fall, spread, spotHeight } = shape;
  const blurReach = shape.blur * 3 + 2;
  // The upper edge of the thing becomes the lowest row of the shadow.
  const [farY, nearY] = [footY, footY - canvas.height];
  const aside = [-lean * farY, -lean * nearY];
  return {
    left: Math.ceil(Math.max(spread, footX - Math.min(...aside) + blurReach)),
    right: Math.ceil(Math.max(spread, canvas.width - footX + Math.max(...aside) + blurReach)),
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
  const touch = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  touch.addColorStop(0, toCss([16, 12, 34], 0.5));
  touch.addColorStop(0.6, toCss([16, 12, 34], 0.22));
  touch.addColorStop(1, toCss([16, 12, 34], 0));
  context.scale(spread, spotHeight);
  context.fillStyle = touch;
  context.fillRect(-1, -1, 2, 2);
}
