/** Landmarks and subjects at their own places, with shadow or reflection. */
import { type Canvas, Image } from '@napi-rs/canvas';
import { renderSubject } from '../subjects/draw-subject.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import type { CutOut, Thing } from '../scene/scene.ts';
import { createBrush } from './stage/brush.ts';
import { clamp } from '../raster/colors.ts';
import { castShadow, type Sprite } from './cast-shadow.ts';
import { isAsleep, lyingFigure } from './paint-actions.ts';
import { drawSails } from './landmarks/castle.ts';
import { landmarkShapes } from './landmarks/draw-landmark.ts';
import type { Layer } from './stage/layers.ts';
import { newCanvas } from '../raster/pixels.ts';
import { project, type Spot, type Stage } from './stage/stage.ts';
import { lightSubject } from './stage/subject-light.ts';
import type { Land } from '../land/land.ts';

/** Lists the layers of one thing. Its shadow or reflection comes before it. */
export function paintThing(
  stage: Stage,
  thing: Thing,
  options: { land: Land; subjects: SubjectPack | undefined },
): Layer[] {
  const ground = Math.max(0, options.land(thing.x, thing.z));
  const foot = project(stage, { x: thing.x, z: thing.z, height: ground + thing.lift });
  const heightPx = thing.height * foot.scale;
  if (heightPx < 1.5) return [];
  const sprite =
    thing.what === 'subject'
      ? subjectSprite(stage, thing, { heightPx, subjects: options.subjects })
      : landmarkSprite(stage, thing, heightPx);
  if (!sprite) return [];
  const common = {
    kind: 'thing' as const,
    z: thing.z,
    thing,
    foot: { x: foot.x, y: foot.y },
    scale: foot.scale,
  };
  const layer: Layer = {
    ...common,
    canvas: sprite.canvas,
    x: foot.x - sprite.footX,
    y: foot.y - sprite.footY,
  };
  const isOnWater = options.land(thing.x, thing.z) <= 0;
  const layerBelow = isOnWater
    ? reflect(stage, { sprite, thing, foot })
    : castShadow(stage, { sprite, thing, foot, ground, heightPx });
  const movingLayers = thing.kind === 'windmill' ? [turningSails(stage, { thing, foot, heightPx })] : [];
  return layerBelow ? [{ ...common, ...layerBelow }, layer, ...movingLayers] : [layer, ...movingLayers];
}

/** A windmill's sails are a layer of their own, so that they can turn about the hub. */
function turningSails(
  stage: Stage,
  { thing, foot, heightPx }: { thing: Thing; foot: Spot; heightPx: number },
): Layer {
  const half = Math.ceil(heightPx * 0.43) + 2;
  const { canvas, context } = newCanvas(half * 2, half * 2);
  context.translate(half, half);
  drawSails(createBrush(stage, { context, z: thing.z, seed: thing.seed, scale: foot.scale }), heightPx);
  const hub = { x: foot.x, y: foot.y - heightPx * 0.64 };
  return {
    kind: 'spin',
    canvas,
    x: hub.x - half,
    y: hub.y - half,
    z: thing.z,
    thing,
    foot: hub,
    scale: foot.scale,
  };
}

function landmarkSprite(stage: Stage, thing: Thing, heightPx: number): Sprite | undefined {
  const shape = landmarkShapes[thing.kind];
  if (!shape) return undefined;
  const height = Math.min(heightPx, stage.height * 4);
  const footX = Math.ceil(height * shape.reach) + 2;
  const footY = Math.ceil(height * 1.12) + 2;
  const { canvas, context } = newCanvas(footX * 2, footY + height * 0.16 + 2);
  context.translate(footX, footY);
  if (thing.facing < 0 && thing.kind === 'sailboat') context.scale(-1, 1);
  shape.draw(
    createBrush(stage, { context, z: thing.z, seed: thing.seed, scale: height / thing.height }),
    height,
    thing.color,
  );
  return { canvas, footX, footY };
}

function subjectSprite(
  stage: Stage,
  thing: Thing,
  options: { heightPx: number; subjects: SubjectPack | undefined },
): Sprite | undefined {
  if (thing.cutOut) return cutOutSprite(stage, thing, { ...options, cutOut: thing.cutOut });
  if (!options.subjects) return undefined;
  const sprite = renderSubject(options.subjects, {
    subject: thing.kind,
    heightPx: Math.min(options.heightPx, stage.height * 3),
    ...(thing.color !== undefined && { color: thing.color }),
    ...(thing.action !== undefined && { action: thing.action }),
  });
  const mustFlip =
    (sprite.facing === 'left' && thing.facing > 0) || (sprite.facing === 'right' && thing.facing < 0);
  const standingCanvas = lightSubject(stage, mustFlip ? flipCanvas(sprite.canvas) : sprite.canvas, thing.z);
  const canvas = isAsleep(thing) ? lyingFigure(standingCanvas, thing, sprite.footY) : standingCanvas;
  const standingFootX = mustFlip ? sprite.width - sprite.footX : sprite.footX;
  const footX = canvas === standingCanvas ? standingFootX : canvas.width / 2;
  return { canvas, footX, footY: sprite.footY };
}

/** A cut-out keeps much of its own light. It is not mirrored, because faces and lettering would change. */
function cutOutSprite(stage: Stage, thing: Thing, options: { cutOut: CutOut; heightPx: number }): Sprite {
  const image = new Image();
  image.src = Buffer.from(options.cutOut.webp, 'base64');
  const height = Math.min(options.heightPx, stage.height * 3);
  const { canvas, context } = newCanvas(height * options.cutOut.aspect, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const litCanvas = lightSubject(stage, canvas, thing.z);
  context.globalCompositeOperation = 'source-atop';
  context.globalAlpha = 0.6;
  context.drawImage(litCanvas, 0, 0);
  return { canvas, footX: canvas.width / 2, footY: canvas.height };
}

function flipCanvas(source: Canvas): Canvas {
  const { canvas, context } = newCanvas(source.width, source.height);
  context.translate(source.width, 0);
  context.scale(-1, 1);
  context.drawImage(source, 0, 0);
  return canvas;
}

interface StandingSprite {
  readonly sprite: Sprite;
  readonly thing: Thing;
  readonly foot: Spot;
}

/** Draws a thing upside down below the waterline, broken into wavering rows that get fainter with depth. */
function reflect(
  stage: Stage,
  { sprite, thing, foot }: StandingSprite,
): Pick<Layer, 'kind' | 'canvas' | 'x' | 'y'> | undefined {
  const gap = thing.lift * foot.scale;
  const height = Math.min(Math.ceil(sprite.footY), Math.ceil(stage.height - foot.y - gap));
  if (height < 2 || thing.stance === 'hangs' || gap > stage.height * 0.2) return undefined;
  const margin = Math.ceil(sprite.canvas.width * 0.06);
  const { canvas, context } = newCanvas(sprite.canvas.width + margin * 2, height);
  const roughness = clamp(0.3 + stage.scene.terrain.waves * 1.5, 0.2, 1.6);
  const step = Math.max(1, Math.round(stage.unit / 520));
  for (let row = 0; row < height; row += step) {
    const depthShare = row / height;
    const sway = Math.sin(row * 0.9 + thing.seed) * Math.sin(row * 0.23 + thing.seed * 0.3);
    context.globalAlpha = 0.62 * (1 - depthShare * 0.75);
    const from = sprite.footY - row * (1 + 0.06 * roughness) - step;
    if (from < 0) break;
    context.drawImage(
      sprite.canvas,
      0,
      from,
      sprite.canvas.width,
      step,
      margin + sway * margin * roughness * (0.3 + depthShare),
      row,
      sprite.canvas.width,
      step,
    );
  }
  return { kind: 'reflection', canvas, x: foot.x - sprite.footX - margin, y: foot.y + gap * 2 };
}
