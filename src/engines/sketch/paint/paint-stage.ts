/** All layers of a scene laid on one another, before grading and style. */
import type { Canvas } from '@napi-rs/canvas';
import type { Thing } from '../scene.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { goesAlong } from '../words/actions.ts';
import { paintClouds } from './clouds.ts';
import type { Layer } from './layers.ts';
import { newCanvas, release } from './pixels.ts';
import { paintScatters } from './scatter.ts';
import { paintBackdrop, paintDepths, paintSpace, paintSweep } from './backdrops.ts';
import { paintEffects } from './effects.ts';
import { paintRoom } from './room.ts';
import { paintSky } from './sky.ts';
import { paintRoadway, paintStreetSides } from './street.ts';
import type { Stage } from './stage.ts';
import { paintOrbs } from './orbs.ts';
import { bandCount, bandLayer, type Terrain, viewTerrain } from './terrain.ts';
import { paintThing } from './things.ts';
import { paintWater, viewWater, type WaterView } from './water.ts';

export interface Painted {
  readonly sky: Canvas;
  readonly clouds: Canvas;
  readonly terrain: Terrain;
  /** From far to near. */
  readonly layers: readonly Layer[];
  readonly water: WaterView | undefined;
}

export interface StageOptions {
  readonly subjects?: SubjectPack;
  readonly onProgress?: (fraction: number, canvas: Canvas) => void;
  /** Pixels that land reaches under what stands before it; 2 will do when nothing moves. */
  readonly overlap?: number;
  /** The layers will move: what goes away must not leave its mirror image behind. */
  readonly isMoving?: boolean;
}

export function paintStage(stage: Stage, options: StageOptions): Canvas {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  const painted = paintLayers(stage, options);
  context.drawImage(painted.sky, 0, 0);
  context.drawImage(painted.clouds, 0, 0);
  if (painted.water) context.drawImage(paintWater(stage, painted.water), 0, painted.water.top);
  options.onProgress?.(0.45, canvas);
  for (const layer of painted.layers) context.drawImage(layer.canvas, layer.x, layer.y);
  for (const used of [painted.sky, painted.clouds, ...painted.layers.map(layer => layer.canvas)])
    release(used);
  paintEffects(stage, context, 0);
  return canvas;
}

export function paintLayers(stage: Stage, options: StageOptions): Painted {
  const { setting } = stage.scene;
  const sky = behindAll(stage);
  const clouds =
    setting === 'space' || setting === 'underwater' || setting === 'studio'
      ? newCanvas(1, 1).canvas
      : paintClouds(stage);
  const terrain = viewTerrain(stage);
  const size = { width: stage.width, height: stage.height, overlap: options.overlap ?? 2 };
  const land = Array.from({ length: bandCount }, (_, band): Layer[] => {
    const layer = bandLayer(terrain, band, size);
    return layer
      ? [{ kind: 'land', canvas: layer.canvas, x: 0, y: layer.y, z: terrain.depths[band + 1]! }]
      : [];
  }).flat();
  const things = stage.scene.things.flatMap(thing =>
    paintThing(stage, thing, { land: terrain.land, subjects: options.subjects }),
  );
  const byDepth = (one: Layer, other: Layer) => other.z - one.z;
  const room: Layer[] =
    setting === 'room' ? [{ kind: 'land', canvas: paintRoom(stage), x: 0, y: 0, z: 0 }] : [];
  const sweep: Layer[] =
    setting === 'studio' ? [{ kind: 'land', canvas: paintSweep(stage), x: 0, y: 0, z: 0 }] : [];
  const { street } = stage.scene;
  const layers =
    setting === 'room' || setting === 'studio'
      ? [...land.sort(byDepth), ...room, ...sweep, ...things.sort(byDepth)]
      : street
        ? [
            ...land.sort(byDepth),
            paintRoadway(stage, street),
            ...[...paintScatters(stage, terrain), ...paintStreetSides(stage, street), ...things].sort(
              byDepth,
            ),
          ]
        : [...land, ...paintScatters(stage, terrain), ...things].sort(byDepth);
  const mirrored = whatIsMirrored(stage, { sky, clouds, layers, isMoving: options.isMoving ?? false });
  const water = viewWater(stage, terrain, mirrored);
  release(mirrored);
  return { sky, clouds, terrain, layers, water };
}

function behindAll(stage: Stage): Canvas {
  const { setting } = stage.scene;
  if (setting === 'underwater') return paintDepths(stage);
  if (setting === 'studio') return paintBackdrop(stage);
  const sky = setting === 'space' ? paintSpace(stage) : paintSky(stage);
  paintOrbs(stage, sky.getContext('2d'));
  return sky;
}

/** It has a mirror image of its own. */
function isReflected({ stance }: Thing): boolean {
  return stance === 'floats' || stance === 'drives';
}

function getsOn({ stance, action, goes }: Thing): boolean {
  return stance === 'flies' || stance === 'swims' || goes !== undefined || goesAlong(action);
}

/** What a water surface can show: sky and everything that stands beyond the nearest water. */
function whatIsMirrored(
  stage: Stage,
  from: { sky: Canvas; clouds: Canvas; layers: readonly Layer[]; isMoving: boolean },
): Canvas {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  context.drawImage(from.sky, 0, 0);
  context.drawImage(from.clouds, 0, 0);
  const { shore } = stage.scene.terrain;
  const nearest = shore ? Math.min(shore.left, shore.right) : 0;
  for (const layer of from.layers) {
    if (layer.z < nearest || layer.kind === 'shadow' || layer.kind === 'reflection') continue;
    if (layer.thing && (isReflected(layer.thing) || (from.isMoving && getsOn(layer.thing)))) continue;
    context.drawImage(layer.canvas, layer.x, layer.y);
  }
  return canvas;
}
