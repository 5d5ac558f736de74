/** Gives every subject and landmark of a reading its place: by perspective, thirds, counts and relations. */
import { deriveSeed } from '../../../lib/random.ts';
import { courseAt, createLand } from '../paint/land.ts';
import type { Reading, Relation } from '../reading.ts';
import type { Scene, Thing } from '../scene.ts';
import { findGround } from './find-ground.ts';
import type { Layout } from './layout.ts';
import type { Wish } from './wishes.ts';

/** How far off the landmarks that stand on land will be, in metres. */
export function deepestOf(wishes: readonly Wish[], at: { layout: Layout; eye: number }): number {
  const depths = wishes.map(
    (wish, order) => (at.layout.focal * wish.height) / sizeOf(wish, { ...at, order, index: 0 }),
  );
  return Math.max(0, ...depths.filter((_, order) => wishes[order]!.stance === 'stands'));
}

type Ground = Pick<Scene, 'camera' | 'terrain' | 'aspect' | 'setting'>;

export function placeThings(
  wishes: readonly Wish[],
  by: { reading: Reading; layout: Layout; scene: Scene },
): Thing[] {
  const { layout, scene } = by;
  const land = createLand(scene);
  const eye = scene.camera.altitude - scene.terrain.ground;
  const placed: Thing[] = [];
  const named = new Map<string, Thing>();
  const seen = wishes.map((wish, order) => (order === 0 ? wish : largeEnough(wish, { layout, eye })));
  for (const { wish, order } of inOrder(seen, by.reading)) {
    for (let index = 0; index < wish.count; index++) {
      const { relation, partner } = relationOf(wish, by.reading, named);
      const size = sizeOf(wish, { layout, order, index, eye });
      const z = (scene.camera.focal * wish.height) / size;
      const across = acrossOf(wish, { layout, order, index, size });
      const first = { across, z, y: 0 };
      const spot = relation && partner ? related(relation, { scene, partner, wish, first }) : first;
      const thing = settle(scene, wish, {
        ...spot,
        land,
        seed: deriveSeed(scene.seed, `${wish.kind} ${index}`),
        layout,
        index,
        lift: 'lift' in spot ? spot.lift : undefined,
      });
      placed.push(thing);
      if (index === 0 && !named.has(wish.name)) named.set(wish.name, thing);
    }
  }
  return placed;
}

/** As picture books do: what would be too small to see beside what leads the picture is larger than life. */
function largeEnough(wish: Wish, { layout, eye }: { layout: Layout; eye: number }): Wish {
  if (wish.stance === 'flies') return wish;
  const smallestSeen = 0.08;
  return { ...wish, height: Math.max(wish.height, (smallestSeen * eye) / (0.95 - layout.horizon)) };
}

/** What others stand on or under comes first. */
function inOrder(wishes: readonly Wish[], reading: Reading): { wish: Wish; order: number }[] {
  const carries = (wish: Wish) =>
    reading.relations.some(
      ({ relation, to }) => to === wish.name && relation !== 'beside' && relation !== 'behind',
    );
  const all = wishes.map((wish, order) => ({ wish, order }));
  return [...all.filter(({ wish }) => carries(wish)), ...all.filter(({ wish }) => !carries(wish))];
}

const inverse: Partial<Record<Relation, Relation>> = { beside: 'beside', behind: 'before', before: 'behind' };

/** A relation to something that already has its place, seen from this end. */
function relationOf(
  wish: Wish,
  reading: Reading,
  named: ReadonlyMap<string, Thing>,
): { relation?: Relation; partner?: Thing } {
  for (const { from, relation, to } of reading.relations) {
    if (from === wish.name && named.has(to)) return { relation, partner: named.get(to)! };
    const turned = inverse[relation];
    if (to === wish.name && turned && named.has(from)) return { relation: turned, partner: named.get(from)! };
  }
  return {};
}

/** Share of the picture's height. The first thing leads; more of a kind stand further off. */
function sizeOf(wish: Wish, at: { layout: Layout; order: number; index: number; eye: number }): number {
  const { layout, order, index, eye } = at;
  const lead = wish.what === 'landmark' ? wish.size * (0.62 + layout.heroSize) : layout.heroSize * wish.size;
  const crowd = wish.count > 1 ? Math.max(0.5, 1 - wish.count * 0.05) : 1;
  const behind = wish.count > 1 ? [1, 0.74, 0.56, 0.86, 0.48, 0.64][index % 6]! * (1 - 0.03 * index) : 1;
  const later = order === 0 || wish.what === 'landmark' ? 1 : 0.8;
  const below = Math.min(0.8, eye / wish.height);
  const fitting = wish.stance === 'flies' ? layout.horizon : (layout.horizon - 0.07) / (1 - below);
  // Nearer than this its foot would be below the picture: a mouse before an elephant is small, not gone.
  const nearest = wish.stance === 'flies' ? fitting : (wish.height * (0.95 - layout.horizon)) / eye;
  return Math.max(0.03, Math.min(fitting, order === 0 ? fitting : nearest, lead * crowd * behind * later));
}

function acrossOf(wish: Wish, at: { layout: Layout; order: number; index: number; size: number }): number {
  const { layout, order, index } = at;
  const side = layout.heroX < 0.5 ? 1 : -1;
  const start =
    order === 0 ? layout.heroX : layout.heroX + side * [0, 0.36, -0.2, 0.2, 0.5, -0.3][order % 6]!;
  const step = wish.count > 1 ? Math.min(0.24, 0.8 / wish.count) : 0;
  const turn = Math.ceil(index / 2) * (index % 2 === 0 ? 1 : -1);
  const middle = wish.count > 2 ? 0.5 + (start - 0.5) * 0.5 : start;
  return clampShare(middle + side * turn * step * (wish.count === 2 ? 1.3 : 1), wish.count > 6 ? 0.04 : 0.1);
}

function clampShare(value: number, margin: number): number {
  return Math.min(1 - margin, Math.max(margin, value));
}

interface Place {
  readonly across: number;
  readonly z: number;
  readonly lift?: number;
}

/** Where `wish` goes to stand in this relation to a thing that is already placed. */
function related(relation: Relation, to: { scene: Ground; partner: Thing; wish: Wish; first: Place }): Place {
  const { scene, partner, wish, first } = to;
  const scale = scene.camera.focal / partner.z;
  const across = 0.5 + (partner.x * scale) / scene.aspect;
  const outward = scene.setting === 'coast' && across > 0.3 && across < 0.7;
  const away = across < 0.5 === outward ? -1 : 1;
  const wide =
    (partner.height * scale * 0.32 + (scene.camera.focal * wish.height * 0.4) / first.z + 0.03) /
    scene.aspect;
  const beside = clampShare(across + away * wide, 0.08);
  if (relation === 'on')
    return wish.height > partner.height
      ? { ...first, across }
      : { across, z: partner.z * 0.995, lift: partner.height * 0.9 };
  if (relation === 'above')
    return {
      across: clampShare(
        across + away * (roomAbove(scene, { partner, wish, z: first.z }) ? 0.05 : wide),
        0.15,
      ),
      z: first.z,
      lift: liftAbove(scene, { partner, wish, z: first.z }),
    };
  if (relation === 'behind')
    return { across: clampShare(across + away * wide * 0.7, 0.08), z: Math.max(first.z, partner.z * 1.25) };
  if (relation === 'before')
    return { across: clampShare(across + away * wide * 0.6, 0.08), z: Math.min(first.z, partner.z * 0.8) };
  if (relation === 'under') return { across: across + away * 0.02, z: partner.z * 0.96 };
  return { across: beside, z: first.z };
}

function roomAbove(scene: Ground, of: { partner: Thing; wish: Wish; z: number }): boolean {
  const { camera, terrain } = scene;
  const top =
    camera.horizon + ((camera.altitude - terrain.ground - of.partner.height) * camera.focal) / of.partner.z;
  return top > (camera.focal * of.wish.height) / of.z + 0.03;
}

/** Metres that put the foot of a nearer thing over the top of a farther one in the picture, as far as there is room. */
function liftAbove(scene: Ground, of: { partner: Thing; wish: Wish; z: number }): number {
  const { camera, terrain } = scene;
  const scale = camera.focal / of.partner.z;
  const top =
    camera.horizon + (camera.altitude - terrain.ground - of.partner.lift - of.partner.height) * scale;
  const size = (camera.focal * of.wish.height) / of.z;
  const y = Math.max(size + 0.04, top + size * 0.05);
  return Math.max(0, camera.altitude + ((camera.horizon - y) * of.z) / camera.focal - terrain.ground);
}

function settle(
  scene: Scene,
  wished: Wish,
  at: Place & { land: (x: number, z: number) => number; seed: number; layout: Layout; index: number },
): Thing {
  const { camera, aspect } = scene;
  const dives = scene.setting === 'underwater' && wished.action === 'swimming' && wished.stance === 'stands';
  const wish = dives ? { ...wished, stance: 'swims' as const } : wished;
  const wanted = wish.stance === 'floats' || wish.stance === 'swims' ? 'water' : 'land';
  const free = scene.setting === 'underwater' || wish.stance === 'flies' || at.lift !== undefined;
  const found = free
    ? at
    : wish.kind === 'bridge' && scene.terrain.river
      ? overRiver(scene, at.z)
      : findGround(scene, wanted, at);
  const across = found.across;
  const z = free ? found.z : Math.max(found.z, depthInSight(scene, wish, { ...found, land: at.land }));
  const x = ((across - 0.5) * aspect * z) / camera.focal;
  const ground = Math.max(0, at.land(x, z));
  const lift =
    at.lift ??
    (wish.stance === 'flies' || scene.setting === 'underwater'
      ? skyLift(scene, wish, { z, ground, index: at.index })
      : 0);
  return {
    what: wish.what,
    kind: wish.kind,
    x,
    z,
    lift,
    height: wish.height,
    facing: across < 0.5 ? 1 : -1,
    stance: wish.stance,
    seed: at.seed,
    ...(colorOf(scene, wish, at.index) !== undefined && { color: colorOf(scene, wish, at.index)! }),
    ...(wish.action !== undefined && { action: wish.action }),
    ...(wish.goes && { goes: wish.goes }),
    ...(wish.picture !== undefined && { picture: wish.picture }),
  };
}

/** A small thing on the water is met from the shore: where it would be below the picture it is farther out. */
function depthInSight(
  scene: Scene,
  { height }: Wish,
  at: Place & { land: (x: number, z: number) => number },
): number {
  const { camera, aspect } = scene;
  const groundAt = (z: number) => at.land(((at.across - 0.5) * aspect * z) / camera.focal, z);
  const here = groundAt(at.z);
  const drop = camera.altitude - Math.max(0, here);
  if (camera.horizon + ((drop - height) * camera.focal) / at.z <= 0.97) return at.z;
  const z = (drop * camera.focal) / Math.max(0.05, 0.9 - camera.horizon);
  return groundAt(z) <= 0 === here <= 0 ? z : at.z;
}

/** A bridge goes where the river is at its depth, or nearer if the river has left the picture there. */
function overRiver(scene: Scene, wished: number): { across: number; z: number } {
  const { terrain, camera, aspect } = scene;
  for (let z = wished; z > wished * 0.3; z *= 0.95) {
    const across = 0.5 + (courseAt(terrain.river!, z) * camera.focal) / z / aspect;
    if (across > 0.2 && across < 0.8) return { across, z };
  }
  return { across: 0.5, z: wished };
}

/** A shoal in one colour is dull: fish without a told colour are given the reef's. */
function colorOf(scene: Scene, wish: Wish, index: number): string | undefined {
  if (wish.color !== undefined || scene.setting !== 'underwater' || wish.kind !== 'fish') return wish.color;
  return ['#f28c38', '#f4c93f', '#e85d75', '#8f6fd6', '#f2704a'][(index + scene.seed) % 5];
}

/** Metres over the ground that put a flying thing into the free part of the sky. */
function skyLift(scene: Scene, wish: Wish, at: { z: number; ground: number; index: number }): number {
  const { camera, setting } = scene;
  const size = (camera.focal * wish.height) / at.z;
  if (setting === 'underwater' && wish.stance === 'stands') return 0;
  const wave = [0, -0.09, 0.08, 0.13, -0.14, 0.04][at.index % 6]!;
  const usual = setting === 'underwater' ? 0.46 : camera.horizon * 0.56;
  const y = Math.min(camera.horizon + 0.2, Math.max(size + 0.05, usual + size * 0.5 + wave));
  return Math.max(0, camera.altitude + ((camera.horizon - y) * at.z) / camera.focal - at.ground);
}
