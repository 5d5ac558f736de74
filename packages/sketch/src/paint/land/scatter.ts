/**
 * Many small things over the land: woods, bushes, flowers, rocks, houses. One layer for each band of depth.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Scatter } from '../../scene/scene.ts';
import { type Brush, createBrush } from '../stage/brush.ts';
import { drawBlock } from '../landmarks/buildings.ts';
import { clamp } from '../../raster/colors.ts';
import { drawHouse } from '../landmarks/houses.ts';
import type { Land } from '../../land/land.ts';
import type { Layer } from '../stage/layers.ts';
import { noise } from '../../raster/noise.ts';
import { newCanvas, release } from '../../raster/pixels.ts';
import { drawCoral, drawFlower, drawRock, drawTuft, drawWeed } from '../plants/plants.ts';
import { project, type Spot, type Stage } from '../stage/stage.ts';
import { isInRing, type ScatteredItem, scatteredItems } from './scattered-items.ts';
import { findBand, type Terrain } from './terrain.ts';
import { drawTree } from '../plants/trees.ts';
import { deriveSeed } from '../../random/random.ts';

interface PlacedItem {
  readonly spot: Spot;
  readonly z: number;
  readonly height: number;
  readonly variant: number;
  readonly isFlipped: boolean;
}

const variants = 6;

export function paintScatters(stage: Stage, terrain: Terrain): Layer[] {
  const layers: Layer[] = [];
  for (const scatter of stage.scene.scatters) {
    const items = placeAll(stage, terrain, scatter).sort((one, other) => other.z - one.z);
    for (const band of groupByDepth(stage, terrain, items)) {
      const layer = paintBand(stage, scatter, band);
      if (layer) layers.push({ ...layer, z: band[band.length - 1].z });
    }
  }
  return layers;
}

/** Groups items by bands of depth and by the things that stand among them, far ones first. */
function groupByDepth(stage: Stage, terrain: Terrain, items: readonly PlacedItem[]): PlacedItem[][] {
  const groups = new Map<number, PlacedItem[]>();
  for (const item of items) {
    const nearerCount = stage.scene.things.filter(thing => thing.z < item.z).length;
    const key = findBand(terrain, item.z) * 100 + nearerCount;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}

function placeAll(stage: Stage, terrain: Terrain, scatter: Scatter): PlacedItem[] {
  return scatteredItems(stage, scatter).flatMap(area => placeOver(stage, terrain, { scatter, strewn: area }));
}

function placeOver(
  stage: Stage,
  terrain: Terrain,
  { scatter, strewn }: { scatter: Scatter; strewn: ScatteredItem },
): PlacedItem[] {
  const { scene } = stage;
  const { random, left, right, near, far } = strewn;
  const items: PlacedItem[] = [];
  // Blades of grass are many and alike: without their tips there would be a bare strip along the edge.
  const hiddenShare = scatter.kind === 'grass' ? 0.8 : 0;
  for (let index = 0; index < strewn.count; index++) {
    const across = left + random() * (right - left);
    const z = near * (far / near) ** random();
    const size = scatter.height * (0.62 + 0.76 * random());
    const variant = Math.floor(random() * variants);
    const isFlipped = random() < 0.5;
    const chance = random();
    const x = ((across - scene.aspect / 2) / scene.camera.focal) * z;
    if (
      chance >
      (scatter.kind === 'grass' ? 0.95 : 0.75) +
        (scatter.kind === 'grass' ? 0.5 : 0.9) *
          noise(x / (z * 0.16) + (scatter.seed % 97), z / (scatter.near * 2))
    )
      continue;
    const ground = terrain.land(x, z);
    if (
      strewn.ring !== undefined &&
      !isInRing(scene, { seed: strewn.ring, across, z, ground, size, hidden: hiddenShare })
    )
      continue;
    const steep = Math.abs(terrain.land(x + scatter.height * 0.3, z) - ground) / (scatter.height * 0.3);
    if (
      ground < 0.25 ||
      steep > 0.9 ||
      isHiding(stage, terrain.land, { across, z, height: size, ground, low: scatter.kind === 'grass' })
    )
      continue;
    items.push({
      spot: project(stage, { x, z, height: ground - size * 0.015 }),
      z,
      height: size,
      variant,
      isFlipped,
    });
  }
  return items;
}

/** Whether a plant would hide or crowd a thing, or would grow on a path or in a river. */
function isHiding(
  stage: Stage,
  land: Land,
  plant: { across: number; z: number; height: number; ground: number; low: boolean },
): boolean {
  const { scene } = stage;
  const scale = scene.camera.focal / plant.z;
  const top = scene.camera.horizon + (scene.camera.altitude - plant.ground - plant.height) * scale;
  for (const thing of scene.things) {
    const thingScale = scene.camera.focal / thing.z;
    const across = scene.aspect / 2 + thing.x * thingScale;
    const isOverlapping =
      Math.abs(plant.across - across) < thing.height * thingScale * 0.62 + plant.height * scale * 0.4;
    const isInClearing = Math.abs(plant.z - thing.z) < thing.height * 0.5;
    const foot =
      scene.camera.horizon +
      (scene.camera.altitude - Math.max(0, land(thing.x, thing.z)) - thing.lift) * thingScale;
    const visibleHeight = thing.height * thingScale;
    if (plant.low && (plant.z > thing.z || top > foot - visibleHeight * 0.03)) continue;
    const isBehind =
      plant.z < thing.z * 4 &&
      plant.height * scale > visibleHeight * 0.5 &&
      thing.z < stage.scene.camera.altitude * 12;
    if (isOverlapping && (isInClearing || isBehind || (plant.z < thing.z && top < foot))) return true;
  }
  for (const course of [scene.terrain.path, scene.terrain.river]) {
    if (!course) continue;
    const middle =
      course.offset + course.bend * Math.sin(Math.log(plant.z + 1) * course.length + course.phase) * plant.z;
    if (
      Math.abs(((plant.across - scene.aspect / 2) / scene.camera.focal) * plant.z - middle) <
      course.width * 0.75
    )
      return true;
  }
  return false;
}

function paintBand(
  stage: Stage,
  scatter: Scatter,
  items: readonly PlacedItem[],
): Omit<Layer, 'z'> | undefined {
  const itemHeights = items.map(item => item.height * item.spot.scale);
  const top = Math.floor(
    Math.max(0, Math.min(...items.map((item, index) => item.spot.y - itemHeights[index] * 1.15))),
  );
  const bottom = Math.ceil(
    Math.min(
      stage.height,
      Math.max(...items.map((item, index) => item.spot.y + itemHeights[index] * 0.12 + 2)),
    ),
  );
  if (bottom <= top) return undefined;
  const { canvas, context } = newCanvas(stage.width, bottom - top);
  const tallest = Math.max(...itemHeights);
  const z = items[Math.floor(items.length / 2)].z;
  const stamps = new Map<number, ReturnType<typeof makeStamp>>();
  for (const item of items) {
    const scale = (item.height * item.spot.scale) / tallest;
    const halfWidth = ((chooseWidth(scatter) * tallest) / 2 + 2) * scale + 1;
    if (item.spot.x < -halfWidth || item.spot.x > stage.width + halfWidth) continue;
    const stamp =
      stamps.get(item.variant) ?? makeStamp(stage, scatter, { variant: item.variant, tallest, z });
    stamps.set(item.variant, stamp);
    context.save();
    context.translate(item.spot.x, item.spot.y - top);
    context.scale(item.isFlipped && !hasBrightSide(scatter) ? -scale : scale, scale);
    context.scale(stamp.enlarged, stamp.enlarged);
    context.drawImage(stamp.canvas, -stamp.footX, -stamp.footY);
    context.restore();
  }
  for (const stamp of stamps.values()) release(stamp.canvas);
  return { kind: 'plants', canvas, x: 0, y: top };
}

/** Whether the kind has a clear bright side, which would be on the wrong side if the plant were flipped. */
function hasBrightSide(scatter: Scatter): boolean {
  return (
    scatter.kind !== 'flowers' &&
    scatter.kind !== 'grass' &&
    scatter.kind !== 'weed' &&
    scatter.kind !== 'fern'
  );
}

/** Returns the width of a stamp as a multiple of the height of its plant. */
function chooseWidth({ kind }: Scatter): number {
  return kind === 'house' || kind === 'rocks' || kind === 'grass' ? 2.6 : 1.5;
}

/** Returns the whole pixels on each side that stamps of pines leave out, because pines are narrow. */
function chooseSpare({ kind }: Scatter, height: number): number {
  return kind === 'pine' ? Math.floor(height * 0.45) : 0;
}

function makeStamp(stage: Stage, scatter: Scatter, options: { variant: number; tallest: number; z: number }) {
  const height = clamp(options.tallest, 3, 1400);
  const width = Math.ceil(height * chooseWidth(scatter) + 4) - 2 * chooseSpare(scatter, height);
  const { canvas, context } = newCanvas(width, height * 1.3 + 4);
  const footX = canvas.width / 2;
  const footY = height * 1.15 + 2;
  context.translate(footX, footY);
  const seed = deriveSeed(scatter.seed, `${scatter.kind} ${options.variant}`);
  const brush = createBrush(stage, { context, z: options.z, seed, scale: height / scatter.height });
  drawItem(brush, scatter, height);
  if (scatter.kind === 'grass') fadeFoot(context, height);
  return { canvas, footX, footY, enlarged: options.tallest / height };
}

/** Hides the feet of grass, because it grows out of the ground. */
function fadeFoot(context: SKRSContext2D, height: number): void {
  const fade = context.createLinearGradient(0, -height * 0.3, 0, 0);
  fade.addColorStop(0, 'rgba(0,0,0,0)');
  fade.addColorStop(1, 'rgba(0,0,0,1)');
  context.globalCompositeOperation = 'destination-out';
  context.fillStyle = fade;
  context.fillRect(-height * 2, -height * 0.3, height * 4, height);
}

function drawItem(brush: Brush, scatter: Scatter, height: number): void {
  const { kind, color } = scatter;
  if (kind === 'grass') return drawTuft(brush, height);
  if (kind === 'flowers') return drawFlower(brush, height, color);
  if (kind === 'rocks') return drawRock(brush, height);
  if (kind === 'house') return drawHouse(brush, height, color);
  if (kind === 'tower-block') return drawBlock(brush, height);
  if (kind === 'coral') return drawCoral(brush, height, color);
  if (kind === 'weed') return drawWeed(brush, height, color);
  drawTree(brush, { kind, height, ...(color !== undefined && { color }) });
}
