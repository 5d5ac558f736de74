/**
 * A street that runs away from the camera: roadway, pavements, and the rows of houses,
 * lamps and trees on both sides.
 */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Street } from '../../scene/scene.ts';
import { createBrush, fillShape } from '../stage/brush.ts';
import { drawLamp } from '../landmarks/wayside.ts';
import type { Layer } from '../stage/layers.ts';
import { newCanvas } from '../../raster/pixels.ts';
import { project, type Stage, stageFrame } from '../stage/stage.ts';
import { drawFront, type Front } from './street-fronts.ts';
import { drawTree } from '../plants/trees.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';

/** The depth at which the rows of houses end, in meters. */
const farthest = 380;

/** Paints the roadway, which lies on the ground and behind everything that stands on it. */
export function paintRoadway(stage: Stage, street: Street): Layer {
  const { canvas, context } = newCanvas(stage.width, stage.height);
  const halfRoad = street.half * 0.6;
  const isDark = stage.scene.time === 'night' || stage.scene.time === 'dusk';
  const isWet = stage.scene.weather === 'rain' || stage.scene.weather === 'storm';
  drawStrip(stage, context, { from: -street.half, to: street.half, color: [168, 162, 156], bright: 0.62 });
  drawStrip(stage, context, {
    from: -halfRoad,
    to: halfRoad,
    color: isWet ? [52, 56, 66] : [84, 84, 90],
    bright: 0.6,
  });
  for (const kerb of [-halfRoad, halfRoad])
    drawStrip(stage, context, { from: kerb - 0.14, to: kerb + 0.14, color: [206, 202, 194], bright: 0.7 });
  const eye = stage.scene.camera.altitude - stage.scene.terrain.ground;
  for (let z = eye * 1.2; z < farthest * 0.6; z += 7)
    drawMark(stage, context, { x: 0, half: 0.1, z, length: 3 });
  const crossing = Math.max(2.6, eye * 3.4);
  for (let bar = -halfRoad + 0.5; bar < halfRoad - 0.3; bar += 1.1)
    drawMark(stage, context, { x: bar + 0.3, half: 0.28, z: crossing, length: 2.6 });
  if (isDark || isWet) drawShine(stage, context, street);
  return { kind: 'land', canvas, x: 0, y: 0, z: farthest * 4 };
}

function drawStrip(
  stage: Stage,
  context: SKRSContext2D,
  strip: { from: number; to: number; color: readonly [number, number, number]; bright: number },
): void {
  const height = stage.scene.terrain.ground;
  const nearest = Math.max(0.05, (stage.scene.camera.altitude - height) * 0.4);
  const pointAt = (x: number, z: number) => project(stage, { x, z, height });
  const corners = [
    pointAt(strip.from, nearest),
    pointAt(strip.from, farthest * 4),
    pointAt(strip.to, farthest * 4),
    pointAt(strip.to, nearest),
  ];
  const fade = context.createLinearGradient(0, corners[1].y, 0, stage.height);
  const brushAt = (z: number) => createBrush(stage, { context, z, seed: 1, scale: 1 });
  fade.addColorStop(0, brushAt(900).tone(strip.color, strip.bright));
  fade.addColorStop(0.12, brushAt(120).tone(strip.color, strip.bright));
  fade.addColorStop(1, brushAt(4).tone(strip.color, strip.bright));
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.fillStyle = fade;
  context.fill();
}

function drawMark(
  stage: Stage,
  context: SKRSContext2D,
  mark: { x: number; half: number; z: number; length: number },
): void {
  const height = stage.scene.terrain.ground;
  const pointAt = (x: number, z: number): [number, number] => {
    const spot = project(stage, { x, z, height });
    return [spot.x, spot.y];
  };
  const { x, half, z, length } = mark;
  const color = createBrush(stage, { context, z, seed: 1, scale: 1 }).tone([226, 222, 208], 0.8, 0.8);
  fillShape(
    context,
    [
      pointAt(x - half, z),
      pointAt(x - half, z + length),
      pointAt(x + half, z + length),
      pointAt(x + half, z),
    ],
    color,
  );
}

/** Paints the reflections of lamps and windows on the roadway, which are stronger if it is wet. */
function drawShine(stage: Stage, context: SKRSContext2D, street: Street): void {
  const random = seededRandom(deriveSeed(street.seed, 'shine'));
  const wetness = stage.scene.weather === 'rain' || stage.scene.weather === 'storm' ? 1 : 0.45;
  context.globalCompositeOperation = 'screen';
  for (let light = 0; light < 26; light++) {
    const z = 6 * (farthest / 8) ** random();
    const x = (random() * 2 - 1) * street.half;
    const foot = project(stage, { x, z, height: stage.scene.terrain.ground });
    const length = stage.unit * (0.05 + 0.16 * random());
    const lightWidth = Math.max(1, stage.unit * (0.004 + 0.02 / Math.sqrt(z)));
    const fade = context.createLinearGradient(0, foot.y, 0, foot.y + length);
    const color = (['255,206,130', '255,160,120', '150,200,255', '255,120,190'] as const)[light % 4];
    fade.addColorStop(0, `rgba(${color},${(0.34 * wetness).toFixed(2)})`);
    fade.addColorStop(1, `rgba(${color},0)`);
    context.fillStyle = fade;
    context.fillRect(foot.x - lightWidth, foot.y, lightWidth * 2, length);
  }
  context.globalCompositeOperation = 'source-over';
}

/** Paints houses, lamps and trees, in layers that lie between the things that stand in the street. */
export function paintStreetSides(stage: Stage, street: Street): Layer[] {
  const parts = [-1, 1]
    .flatMap(side => listSide(stage, street, side))
    .toSorted((one, other) => other.z - one.z);
  const depths = [...new Set(stage.scene.things.map(({ z }) => z))].toSorted((one, other) => other - one);
  const groups = Map.groupBy(parts, part => `${depths.filter(z => z > part.z).length} ${part.kind}`);
  return [...groups.values()].map((group): Layer => {
    const { canvas, context } = newCanvas(stage.width, stage.height);
    for (const part of group) part.draw(context);
    const { kind } = group[0];
    // Lamps and trees stand before all houses that are between the same two things.
    return { kind, canvas, x: 0, y: 0, z: kind === 'land' ? group[0].z : group[group.length - 1].z };
  });
}

interface Part {
  /** Houses are firm like the land. Only lamps and trees on the pavement sway. */
  readonly kind: 'land' | 'plants';
  readonly z: number;
  readonly draw: (context: SKRSContext2D) => void;
}

function listSide(stage: Stage, street: Street, side: number): Part[] {
  const random = seededRandom(deriveSeed(street.seed, `side ${side}`));
  const { camera, aspect } = stage.scene;
  const parts: Part[] = [];
  // The first house begins beyond the picture's edge.
  let z = Math.max(0.6, (street.half * camera.focal) / (aspect * 0.75));
  parts.push(...listNearerHouses(stage, street, { side, first: z }));
  for (let index = 0; z < farthest; index++) {
    const length = (8 + random() * 9) * (1 + z / 120);
    const front: Front = {
      side,
      x: side * street.half,
      from: z,
      to: z + length,
      height: street.height * (0.45 + random() * 0.95),
      seed: deriveSeed(street.seed, `house ${side} ${index}`),
    };
    // The depth is that of the far end, because a front runs along the street and hides nothing in it.
    parts.push({ kind: 'land', z: front.to, draw: context => drawFront(stage, context, front) });
    z += length + (random() < 0.25 ? 2 : 0);
  }
  return [...parts, ...listFurniture(stage, street, { side, random })];
}

/** The houses beside the camera, for pictures that show more to the sides than was composed. */
function listNearerHouses(
  stage: Stage,
  street: Street,
  { side, first }: { side: number; first: number },
): Part[] {
  const { aspect } = stage.scene;
  const view = stageFrame(stage);
  const visibleWidth = side < 0 ? aspect / 2 - view.x : view.x + view.width - aspect / 2;
  if (visibleWidth < aspect * 0.52) return [];
  // Does not depend on how much is shown, because windows must not move from one picture to the next.
  const from = first * 0.12;
  const seed = deriveSeed(street.seed, `house ${side} near`);
  const height = street.height * (0.45 + seededRandom(seed)() * 0.95);
  const front: Front = { side, x: side * street.half, from, to: first, height, seed };
  return [{ kind: 'land', z: first, draw: context => drawFront(stage, context, front) }];
}

function listFurniture(
  stage: Stage,
  street: Street,
  { side, random }: { side: number; random: Random },
): Part[] {
  const height = stage.scene.terrain.ground;
  return Array.from({ length: 12 }, (_, index): Part => {
    const z = (9 + random() * 4) * 1.36 ** index;
    const isTree = street.trees && index % 2 === 1;
    const itemHeight = isTree ? 6 + random() * 2 : 5;
    const seed = deriveSeed(street.seed, `pole ${side} ${index}`);
    return {
      kind: 'plants',
      z,
      draw: context => {
        const foot = project(stage, { x: side * street.half * 0.68, z, height });
        context.save();
        context.translate(foot.x, foot.y);
        const brush = createBrush(stage, { context, z, seed, scale: foot.scale });
        if (isTree) drawTree(brush, { kind: 'tree', height: itemHeight * foot.scale });
        else drawLamp(brush, itemHeight * foot.scale);
        context.restore();
      },
    };
  });
}
