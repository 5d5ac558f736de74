/** Places several characters from reference pictures side by side, fully visible and heading the same way. */
import { groundAt, placeAt, findSpot } from '../land/place-at.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { isTraveling } from '../words/actions.ts';
import type { References } from './reference.ts';

/** The maximum height of the tallest character. The smallest is at least half as tall. */
const tallest = 0.44;
/**
 * The share of the picture's width for all characters, and the default width of a
 * character relative to its height.
 */
const rowWidth = 0.84;
const defaultWidth = 0.95;
/** Every second character stands this much farther away. */
const stagger = 0.022;

export function separateFigures(scene: Scene, { pictures }: References): Scene {
  const isCast = ({ picture, stance }: Thing) =>
    picture !== undefined && pictures[picture]?.role === 'character' && ['stands', 'flies'].includes(stance);
  const cast = scene.things.filter(isCast);
  if (cast.length < 2) return scene;
  const rows = arrangeRows(scene, cast);
  const stage = withGround(scene, Math.min(...rows.map(({ foot }) => foot)) - stagger);
  const placedThings = rows.flatMap(row => placeRow(stage, row));
  return {
    ...stage,
    things: [...orderFromCenter(stage, placedThings), ...scene.things.filter(thing => !isCast(thing))],
  };
}

/** Orders the characters from the center outwards, because a scene is composed around its first thing. */
function orderFromCenter(scene: Scene, placedThings: readonly Thing[]): Thing[] {
  const distanceFromCenter = (thing: Thing) => Math.abs(findSpot(scene, thing).x - scene.aspect / 2);
  return placedThings.toSorted((one, other) => distanceFromCenter(one) - distanceFromCenter(other));
}

interface Row {
  readonly cast: readonly Thing[];
  /** Height of the tallest character, and the picture y of its foot. */
  readonly size: number;
  readonly foot: number;
  /** Heights relative to the tallest, and widths in the same unit. */
  readonly shares: readonly number[];
  readonly widths: readonly number[];
}

function arrangeRows(scene: Scene, cast: readonly Thing[]): Row[] {
  const count = scene.aspect < 0.9 && cast.length > 2 ? 2 : 1;
  const perRow = Math.ceil(cast.length / count);
  return Array.from({ length: count }, (_, row) =>
    arrangeRow(scene, cast.slice(row * perRow, (row + 1) * perRow), { row, isPair: count > 1 }),
  );
}

/** Lays out one row. The first row is nearest to the camera. */
function arrangeRow(
  scene: Scene,
  cast: readonly Thing[],
  { row, isPair }: { row: number; isPair: boolean },
): Row {
  const highest = Math.max(...cast.map(({ height }) => height));
  const shares = cast.map(({ height }) => Math.max(0.5, Math.sqrt(height / highest)));
  const widths = cast.map(
    ({ cutOut }, index) => shares[index] * Math.max(0.5, cutOut?.aspect ?? defaultWidth),
  );
  const size =
    Math.min(isPair ? 0.27 : tallest, availableWidth(scene) / (sum(widths) * 1.12)) * (row === 0 ? 1 : 0.8);
  const { camera } = scene;
  const natural = camera.horizon + (eyeHeight(scene) / highest) * size;
  const isFlight = cast.some(({ stance }) => stance === 'flies');
  const ground = Math.min(0.92, Math.max(camera.horizon + (isPair ? 0.3 : 0.1), size + 0.08, natural));
  const foot = (isFlight ? Math.max(size + 0.08, camera.horizon * 0.85) : ground) - row * 0.2;
  return { cast, size, foot, shares, widths };
}

/** Extends the land from the camera to behind the feet of the characters, if there is water. */
function withGround(scene: Scene, foot: number): Scene {
  const { camera, terrain } = scene;
  const { shore, farShore = Infinity } = terrain;
  const wantedDepth = (1.25 * eyeHeight(scene) * camera.focal) / Math.max(0.05, foot - camera.horizon);
  const neededDepth = Math.min(wantedDepth, farShore * 0.6);
  if (!shore) return scene;
  const [left, right] = [Math.max(shore.left, neededDepth), Math.max(shore.right, neededDepth)];
  return { ...scene, terrain: { ...terrain, shore: { left, right } } };
}

function placeRow(scene: Scene, { cast, size, foot, shares, widths }: Row): Thing[] {
  const gap = (availableWidth(scene) - sum(widths) * size) / cast.length;
  const heading = chooseHeading(scene, cast);
  // Characters that move get more room ahead than behind.
  const start = (scene.aspect - availableWidth(scene)) / 2 - scene.aspect * heading * 0.06;
  return cast.map((thing, index) => {
    const x = start + (sum(widths.slice(0, index)) + widths[index] / 2) * size + gap * (index + 0.5);
    const requestedSpot = { x, foot: foot - (index % 2) * stagger };
    const place = thing.stance === 'flies' ? requestedSpot.foot : moveToLand(scene, requestedSpot);
    const spot = { x, foot: isCutOff(scene, thing) ? 1.01 : place, size: size * shares[index] };
    const placedThing = placeAt(scene, thing, spot);
    return heading === 0 ? placedThing : { ...placedThing, facing: heading };
  });
}

/** The available width. In a room, it is the window sill. */
function availableWidth({ aspect, setting }: Scene): number {
  return setting === 'room' ? Math.min(aspect * rowWidth, 1.15) : aspect * rowWidth;
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function eyeHeight({ camera, terrain }: Scene): number {
  return Math.max(0.3, camera.altitude - Math.max(0, terrain.ground));
}

/** The common direction of all characters. 0 if none of them moves. */
function chooseHeading({ seed }: Scene, cast: readonly Thing[]): 1 | -1 | 0 {
  if (!cast.some(({ action }) => isTraveling(action))) return 0;
  return seed % 2 === 0 ? 1 : -1;
}

function isCutOff(scene: Scene, thing: Thing): boolean {
  return thing.cutOut !== undefined && findSpot(scene, thing).foot > 0.995;
}

/** The same position, or the next lower one that is on land. */
function moveToLand(scene: Scene, { x, foot }: { x: number; foot: number }): number {
  const candidates = [0, 0.03, 0.06, 0.1, 0.14, 0.18].map(step => foot + step);
  return candidates.find(place => place <= 0.97 && groundAt(scene, { x, foot: place }) === 'land') ?? 0.96;
}
