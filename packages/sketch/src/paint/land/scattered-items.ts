/**
 * The stretches of land that a scatter covers: the picture's own, and as dense around it where more is shown.
 */
import type { Scatter, Scene } from '../../scene/scene.ts';
import { ringSeedAt, ringSeeds } from '../../land/rings.ts';
import { type Stage, stageFrame, wholeFrame } from '../stage/stage.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';

export interface ScatteredItem {
  readonly random: Random;
  readonly count: number;
  /** The range to the side, in picture units. */
  readonly left: number;
  readonly right: number;
  /** The range of depth, in meters. */
  readonly near: number;
  readonly far: number;
  /**
   * The seed of the ring around the composed picture in which the things stand. Absent means that they may
   * stand everywhere.
   */
  readonly ring?: number;
}

/** Kinds that must be farther away than their height, so that more than their trunks is seen. */
const tallKinds: ReadonlySet<Scatter['kind']> = new Set(['tree', 'pine', 'palm', 'blossom', 'house']);
/** Kinds that are low enough not to hide the picture behind them. */
const lowKinds: ReadonlySet<Scatter['kind']> = new Set(['grass', 'flowers', 'fern', 'weed', 'rocks']);
const maxColumns = 12;
const maxNearerBands = 5;

export function scatteredItems(stage: Stage, scatter: Scatter): ScatteredItem[] {
  const { scene } = stage;
  const isTall = tallKinds.has(scatter.kind);
  const near = isTall ? Math.max(scatter.near, scatter.height * 1.15) : scatter.near;
  const ownItem: ScatteredItem = {
    random: seededRandom(deriveSeed(scatter.seed, scatter.kind)),
    count: Math.round(scatter.count * (0.35 + 0.65 * scene.look.detail)),
    left: (scatter.from ?? -0.08) * scene.aspect,
    right: (scatter.to ?? 1.08) * scene.aspect,
    near,
    far: Math.max(scatter.far, near * 2.5),
  };
  return [ownItem, ...itemsAround(stage, scatter, ownItem)];
}

/**
 * Places things on a grid that is the same however much of it is shown, so that no plant moves from one
 * picture to the next.
 */
function itemsAround(stage: Stage, scatter: Scatter, item: ScatteredItem): ScatteredItem[] {
  const { scene } = stage;
  const view = stageFrame(stage);
  const itemWidth = item.right - item.left;
  const columns = listColumns(item, { view, aspect: scene.aspect });
  const nearerBands = lowKinds.has(scatter.kind) ? bandsBelow(stage, item.near) : 0;
  const countShare = Math.LN2 / Math.log(item.far / item.near);
  return ringSeeds(scene).flatMap(ring =>
    columns.flatMap(column =>
      Array.from({ length: nearerBands + 1 }, (_, band): ScatteredItem[] => {
        if (column === 0 && band === 0) return [];
        const name = `${scatter.kind} ${column} ${band} ${ring}`;
        const left = item.left + column * itemWidth;
        const area = {
          random: seededRandom(deriveSeed(scatter.seed, name)),
          left,
          right: left + itemWidth,
          ring,
        };
        if (band === 0) return [{ ...item, ...area }];
        const near = item.near / 2 ** band;
        return [{ ...area, near, far: near * 2, count: Math.round(item.count * countShare) }];
      }).flat(),
    ),
  );
}

/**
 * Lists the picture's own column, which is 0, and those beside it. Things that keep to one side of the
 * picture continue on that side only.
 */
function listColumns(
  item: ScatteredItem,
  { view, aspect }: { view: { x: number; width: number }; aspect: number },
): number[] {
  const itemWidth = item.right - item.left;
  const toLeft = item.left <= 0 ? Math.ceil((item.left - view.x) / itemWidth) : 0;
  const toRight = item.right >= aspect ? Math.ceil((view.x + view.width - item.right) / itemWidth) : 0;
  const [left, right] = [toLeft, toRight].map(count => Math.max(0, Math.min(maxColumns, count)));
  return Array.from({ length: left + right + 1 }, (_, index) => index - left);
}

/** Returns how many times the nearest depth must be halved to reach the lower edge. */
function bandsBelow(stage: Stage, nearestDepth: number): number {
  const { camera, terrain } = stage.scene;
  const view = stageFrame(stage);
  if (view.y + view.height <= 1.001) return 0;
  const eye = Math.max(0.3, camera.altitude - terrain.ground);
  const visibleDepth = (camera.focal * eye) / Math.max(0.1, view.y + view.height - camera.horizon);
  return Math.max(0, Math.min(maxNearerBands, Math.ceil(Math.log2(nearestDepth / visibleDepth))));
}

/** Whether a plant stands in the area that a ring added. The share `hidden` of its height may be outside. */
export function isInRing(
  scene: Scene,
  plant: { seed: number; across: number; z: number; ground: number; size: number; hidden: number },
): boolean {
  const { camera, rings = [] } = scene;
  const scale = camera.focal / plant.z;
  const foot = camera.horizon + (camera.altitude - plant.ground) * scale;
  if (ringSeedAt(scene, plant.across, foot) !== plant.seed) return false;
  const inner = rings.find(({ seed }) => seed === plant.seed)?.inner ?? wholeFrame(scene);
  const plantHeight = plant.size * scale;
  const halfWidth = plantHeight * 0.45;
  const isBeside = plant.across + halfWidth < inner.x || plant.across - halfWidth > inner.x + inner.width;
  return isBeside || foot - plantHeight * (1 - plant.hidden) > inner.y + inner.height;
}
