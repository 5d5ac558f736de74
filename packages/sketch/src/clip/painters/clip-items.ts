/** The layers of a clip, graded and styled once, so that a frame only has to composite them. */
import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { paintClouds } from '../../paint/sky/clouds.ts';
import { paintGrade } from '../../paint/grade.ts';
import type { Layer } from '../../paint/stage/layers.ts';
import { finishPicture } from '../../paint/paint-view.ts';
import { type PaintedStage, paintLayers } from '../../paint/paint-stage.ts';
import { newCanvas, release, type Steps } from '../../raster/pixels.ts';
import { paintSky } from '../../paint/sky/sky.ts';
import { createStage, type Stage } from '../../paint/stage/stage.ts';
import { paintWater, type WaterView } from '../../paint/land/water.ts';
import type { Style } from '../../scene/reading.ts';
import type { SubjectPack } from '../../subjects/subject-pack.ts';
import { moves } from '../motion/thing-motion.ts';
import { transferLook } from '../passes/transfer-look.ts';

export interface ClipItem extends Layer {
  /** Plants sway, with their own beat. */
  readonly sways: boolean;
}

export interface ClipItems {
  readonly background: Canvas;
  /** Reach out of the picture on both sides by `cloudReach`. */
  readonly clouds: Canvas | undefined;
  readonly items: readonly ClipItem[];
  readonly water: WaterView | undefined;
}

/** Cloud drift in picture units a second, and how far clouds get at most. */
export const cloudSpeed = 0.008;
export const cloudReach = 0.36;

export function* buildItems(stage: Stage, options: { subjects?: SubjectPack }): Steps<ClipItems> {
  const paintedStage = paintLayers(stage, {
    ...options,
    isMoving: true,
    overlap: Math.ceil(stage.unit * 0.03),
  });
  const style = layerStyle(stage.scene.style);
  const clouds = hasClouds(stage) ? buildClouds(stage, style) : undefined;
  const water = paintedStage.water && paintWater(stage, paintedStage.water);
  const stillCanvas = newCanvas(stage.width, stage.height);
  stillCanvas.context.drawImage(paintedStage.sky, 0, 0);
  stillCanvas.context.drawImage(paintedStage.clouds, 0, 0);
  if (paintedStage.water && water) stillCanvas.context.drawImage(water, 0, paintedStage.water.top);
  // Must run before the layers are merged and cut, because that releases them.
  const background = paintBackground(stage, paintedStage, style);
  for (const used of [paintedStage.sky, paintedStage.clouds]) release(used);
  const fullCanvas = newCanvas(stage.width, stage.height);
  fullCanvas.context.drawImage(stillCanvas.canvas, 0, 0);
  const items: ClipItem[] = [];
  for (const layer of groupLayers(stage, paintedStage.layers)) {
    yield;
    const alignedLayer = { ...layer, x: Math.round(layer.x), y: Math.round(layer.y) };
    if (!leavesItsPlace(layer))
      stillCanvas.context.drawImage(alignedLayer.canvas, alignedLayer.x, alignedLayer.y);
    fullCanvas.context.drawImage(alignedLayer.canvas, alignedLayer.x, alignedLayer.y);
    const soFar = leavesItsPlace(layer) ? fullCanvas.canvas : stillCanvas.canvas;
    items.push({
      ...alignedLayer,
      canvas: finish(stage, soFar, { layer: alignedLayer, style }),
      sways: layer.kind === 'plants',
    });
  }
  const stillPicture = gradeAndFinish(stage, stillCanvas.canvas, style);
  const backLayers = [
    { canvas: background, x: 0, y: 0, movesApart: true },
    ...(clouds ? [{ canvas: clouds, x: -Math.round(cloudReach * stage.unit), y: 0, movesApart: true }] : []),
    ...(paintedStage.water && water ? [{ canvas: water, x: 0, y: paintedStage.water.top }] : []),
  ];
  yield* transferLook(stillPicture, [...backLayers, ...items.filter(item => !leavesItsPlace(item))]);
  const movers = items.map(item => ({ ...item, keepsColors: !takesLook(item) }));
  const wholePicture = gradeAndFinish(stage, fullCanvas.canvas, style);
  yield* transferLook(wholePicture, movers, stillPicture);
  for (const used of [stillCanvas.canvas, fullCanvas.canvas, stillPicture, wholePicture]) release(used);
  return {
    background,
    clouds,
    items,
    water: paintedStage.water && {
      ...paintedStage.water,
      mirror: paintMirror(stage, paintedStage.water, style),
    },
  };
}

/**
 * Whether the picture below must be painted without this layer, because it moves and nothing of it may be
 * left where it was. Shadows and reflections only tint what is below.
 */
function leavesItsPlace({ kind, thing }: Layer): boolean {
  return (
    kind === 'shadow' || kind === 'reflection' || kind === 'spin' || (thing !== undefined && moves(thing))
  );
}

/** Whether the layer is a thing, and not a shadow or a reflection. */
function takesLook(layer: Layer): boolean {
  return leavesItsPlace(layer) && layer.kind !== 'shadow' && layer.kind !== 'reflection';
}

/** Pixel art is made of whole frames; every other style is painted into the layers. */
function layerStyle(style: Style): Style {
  return style === 'pixel' ? 'illustration' : style;
}

function hasClouds(stage: Stage): boolean {
  return !['space', 'underwater', 'studio'].includes(stage.scene.setting);
}

/** The base below all layers: the sky without clouds, and the water of the first frame. */
function paintBackground(stage: Stage, paintedStage: PaintedStage, style: Style): Canvas {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  context.drawImage(paintedStage.sky, 0, 0);
  for (const layer of paintedStage.layers)
    if (layer.kind === 'land') context.drawImage(layer.canvas, layer.x, layer.y);
  if (paintedStage.water) context.drawImage(paintWater(stage, paintedStage.water), 0, paintedStage.water.top);
  return gradeAndFinish(stage, canvas, style);
}

/** The mirror image with the style applied, so that the moving water matches the rest. */
function paintMirror(stage: Stage, water: WaterView, style: Style): Uint8ClampedArray {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  const image = context.createImageData(stage.width, stage.height);
  image.data.set(water.mirror);
  context.putImageData(image, 0, 0);
  return gradeAndFinish(stage, canvas, style).getContext('2d').getImageData(0, 0, stage.width, stage.height)
    .data;
}

function gradeAndFinish(stage: Stage, source: Canvas, style: Style): Canvas {
  const { canvas, context } = newCanvas(source.width, source.height);
  context.drawImage(source, 0, 0);
  paintGrade(stage, canvas);
  finishPicture(canvas, { ...stage.scene, style }, finishOptions(stage));
  return canvas;
}

function finishOptions({ unit, scene }: Stage) {
  return { unit, seed: scene.seed, open: true };
}

/** The layer with the colors of the styled picture up to it, for the parts that become visible later. */
function finish(stage: Stage, soFar: Canvas, { layer, style }: { layer: Layer; style: Style }): Canvas {
  const { width, height } = layer.canvas;
  if (!inFrame(stage, layer) || layer.kind === 'shadow' || layer.kind === 'reflection') return layer.canvas;
  const wholePicture = newCanvas(stage.width, stage.height);
  wholePicture.context.drawImage(soFar, 0, 0);
  // Half-covered edges of what moves must not carry along the colors of the place where it was.
  if (leavesItsPlace(layer))
    for (let times = 0; times < 4; times++) wholePicture.context.drawImage(layer.canvas, layer.x, layer.y);
  paintGrade(stage, wholePicture.canvas);
  const part = newCanvas(width, height);
  part.context.drawImage(wholePicture.canvas, -layer.x, -layer.y);
  // Nearly all of a thing is visible, so it gets the look of the whole picture.
  if (layer.kind !== 'thing') finishPicture(part.canvas, { ...stage.scene, style }, finishOptions(stage));
  const { canvas, context } = newCanvas(width, height);
  context.drawImage(layer.canvas, 0, 0);
  context.globalCompositeOperation = 'source-in';
  context.drawImage(part.canvas, 0, 0);
  for (const used of [wholePicture.canvas, part.canvas, layer.canvas]) release(used);
  return canvas;
}

/**
 * A thing that reaches far out of the painted frame keeps its own colors: there is nothing to cut it from.
 */
function inFrame(stage: Stage, layer: Layer): boolean {
  const slack = stage.width * 0.02;
  return layer.kind !== 'thing' || (layer.x > -slack && layer.x + layer.canvas.width < stage.width + slack);
}

function buildClouds(stage: Stage, style: Style): Canvas {
  const width = Math.ceil(stage.width + cloudReach * 2 * stage.unit);
  const height = Math.max(
    2,
    Math.min(stage.height, Math.ceil((stage.scene.camera.horizon + 0.03 - stage.top) * stage.unit)),
  );
  const frame = {
    x: stage.left - cloudReach,
    y: stage.top,
    width: width / stage.unit,
    height: height / stage.unit,
  };
  const wideStage = createStage(stage.scene, { width, height, frame });
  const clouds = paintClouds(wideStage);
  const { canvas, context } = newCanvas(width, height);
  context.drawImage(paintSky(wideStage), 0, 0);
  context.drawImage(clouds, 0, 0);
  const wholePicture = gradeAndFinish(wideStage, canvas, style);
  const cut = newCanvas(width, height);
  cut.context.drawImage(clouds, 0, 0);
  cut.context.globalCompositeOperation = 'source-in';
  cut.context.drawImage(wholePicture, 0, 0);
  for (const used of [clouds, canvas, wholePicture]) release(used);
  return cut.canvas;
}

/** Merges neighboring layers of land, and plants between two things, so that a frame has fewer layers. */
function groupLayers(stage: Stage, layers: readonly Layer[]): Layer[] {
  const out: Layer[] = [];
  let openLayers: Layer[] = [];
  const close = () => {
    for (const kind of ['land', 'plants'] as const) {
      const sameKind = openLayers.filter(layer => layer.kind === kind);
      if (sameKind.length > 0) out.push(mergeLayers(stage, sameKind));
    }
    openLayers = [];
  };
  for (const layer of layers) {
    const isApart = layer.kind !== 'land' && layer.kind !== 'plants';
    const first = openLayers[0];
    if (isApart || (first && first.z > layer.z * 7)) close();
    if (isApart) out.push(layer);
    else openLayers.push(layer);
  }
  close();
  return out;
}

function mergeLayers(stage: Stage, layers: readonly Layer[]): Layer {
  const last = layers[layers.length - 1];
  if (layers.length === 1) return last;
  const top = Math.max(0, Math.floor(Math.min(...layers.map(layer => layer.y))));
  const bottom = Math.ceil(Math.max(...layers.map(layer => layer.y + layer.canvas.height)));
  const canvas = createCanvas(stage.width, Math.max(1, bottom - top));
  const context = canvas.getContext('2d');
  for (const layer of layers) {
    context.drawImage(layer.canvas, layer.x, layer.y - top);
    release(layer.canvas);
  }
  return { kind: last.kind, canvas, x: 0, y: top, z: Math.sqrt(last.z * layers[0].z) };
}
