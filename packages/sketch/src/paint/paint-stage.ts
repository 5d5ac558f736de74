/** Composites all layers of a scene, before grading and style. */
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import type { Thing } from '../scene/scene.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { isTraveling } from '../words/actions.ts';
import { paintClouds } from './sky/clouds.ts';
import type { Layer } from './stage/layers.ts';
import { newCanvas, release } from '../raster/pixels.ts';
import { paintScatters } from './land/scatter.ts';
import { paintBackdrop, paintDepths, paintSpace, paintSweep } from './places/backdrops.ts';
import { paintEffects } from './effects.ts';
import { paintFarAnimals } from './far-animals.ts';
import { paintRoom } from './places/room.ts';
import { paintSky } from './sky/sky.ts';
import { paintRoadway, paintStreetSides } from './places/street.ts';
import type { Stage } from './stage/stage.ts';
import { paintOrbs } from './sky/orbs.ts';
import { bandCount, bandLayer, type Terrain, viewTerrain } from './land/terrain.ts';
import { paintThing } from './things.ts';
import { paintWater, viewWater, waterRows, type WaterView } from './land/water.ts';

export interface PaintedStage {
  readonly sky: Canvas;
  readonly clouds: Canvas;
  readonly terrain: Terrain;
  /** The layers, from far to near. */
  readonly layers: readonly Layer[];
  readonly water: WaterView | undefined;
}

export interface StageOptions {
  readonly subjects?: SubjectPack;
  readonly onProgress?: (fraction: number, canvas: Canvas) => void;
  /** Pixels by which land extends behind nearer layers. 2 are enough if nothing moves. */
  readonly overlap?: number;
  /** Whether the layers will move. If so, the mirror images of things that travel are left out. */
  readonly isMoving?: boolean;
}

export function paintStage(stage: Stage, options: StageOptions): Canvas {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  const paintedStage = paintLayers(stage, options);
  context.drawImage(paintedStage.sky, 0, 0);
  context.drawImage(paintedStage.clouds, 0, 0);
  if (paintedStage.water) context.drawImage(paintWater(stage, paintedStage.water), 0, paintedStage.water.top);
  options.onProgress?.(0.45, canvas);
  for (const layer of paintedStage.layers) drawLayer(context, layer);
  for (const usedCanvas of [
    paintedStage.sky,
    paintedStage.clouds,
    ...paintedStage.layers.map(layer => layer.canvas),
  ])
    release(usedCanvas);
  paintFarAnimals(stage, context);
  paintEffects(stage, context, 0);
  return canvas;
}

/** Layers outside are not drawn, because even that would make Skia fill their pixels. */
function drawLayer(context: SKRSContext2D, { canvas, x, y }: Layer): void {
  const { width, height } = context.canvas;
  const isOutside = x >= width || y >= height || x + canvas.width <= 0 || y + canvas.height <= 0;
  if (!isOutside) context.drawImage(canvas, x, y);
}

export function paintLayers(stage: Stage, options: StageOptions): PaintedStage {
  const { setting } = stage.scene;
  const sky = paintBackground(stage);
  const clouds =
    setting === 'space' || setting === 'underwater' || setting === 'studio'
      ? newCanvas(1, 1).canvas
      : paintClouds(stage);
  const terrain = viewTerrain(stage);
  const size = { width: stage.width, height: stage.height, overlap: options.overlap ?? 2 };
  const land = Array.from({ length: bandCount }, (_, band): Layer[] => {
    const layer = bandLayer(terrain, band, size);
    return layer
      ? [{ kind: 'land', canvas: layer.canvas, x: 0, y: layer.y, z: terrain.depths[band + 1] }]
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
  const water = viewReflections(stage, terrain, { sky, clouds, layers, isMoving: options.isMoving ?? false });
  return { sky, clouds, terrain, layers, water };
}

function paintBackground(stage: Stage): Canvas {
  const { setting } = stage.scene;
  if (setting === 'underwater') return paintDepths(stage);
  if (setting === 'studio') return paintBackdrop(stage);
  const sky = setting === 'space' ? paintSpace(stage) : paintSky(stage);
  paintOrbs(stage, sky.getContext('2d'));
  return sky;
}

function isTraveler({ stance, action, goes }: Thing): boolean {
  const isCarried = stance === 'floats' || stance === 'drives' || stance === 'flies' || stance === 'swims';
  return isCarried || goes !== undefined || isTraveling(action);
}

interface ViewLayers {
  readonly sky: Canvas;
  readonly clouds: Canvas;
  readonly layers: readonly Layer[];
  readonly isMoving: boolean;
}

/** Collects what a water surface can show: the sky, and everything beyond the nearest water. */
function viewReflections(stage: Stage, terrain: Terrain, view: ViewLayers): WaterView | undefined {
  const rows = waterRows(stage, terrain);
  if (!rows) return undefined;
  const { canvas, context } = newCanvas(stage.width, stage.height);
  context.drawImage(view.sky, 0, 0);
  context.drawImage(view.clouds, 0, 0);
  const layers = mirroredLayers(stage, view);
  for (const layer of layers) drawLayer(context, layer);
  const water = viewWater(stage, terrain, { picture: canvas, layers, ...rows });
  release(canvas);
  return water;
}

function mirroredLayers({ scene }: Stage, { layers, isMoving }: ViewLayers): Layer[] {
  const { shore } = scene.terrain;
  const nearestShore = shore ? Math.min(shore.left, shore.right) : 0;
  const reflectedThings = new Set(
    layers.filter(({ kind }) => kind === 'reflection').map(({ thing }) => thing),
  );
  return layers.filter(
    ({ kind, z, thing }) =>
      z >= nearestShore &&
      kind !== 'shadow' &&
      kind !== 'reflection' &&
      !(thing && (reflectedThings.has(thing) || (isMoving && isTraveler(thing)))),
  );
}
