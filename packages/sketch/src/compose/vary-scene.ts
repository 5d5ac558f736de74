/** Variations of a scene: the same subjects in the same place, changed by a strength. */
import { turnHue, mix, parseColor, toHex } from '../raster/colors.ts';
import { createLand, type Land } from '../land/land.ts';
import type { Camera, Light, Palette, Scene, Thing } from '../scene/scene.ts';
import { raiseGround, standsInWater } from './things/raise-ground.ts';
import { deriveSeed, type Random, seededRandom } from '../random/random.ts';

export type Strength = 'subtle' | 'usual' | 'strong';

export interface VaryOptions {
  readonly seed: number;
  readonly candidate: number;
  readonly strength: Strength;
}

/**
 * Shares of the largest change; `subtle` keeps clouds, mountains and camera,
 * `strong` gives up all but the idea.
 */
// A table reads best in rows.
// oxfmt-ignore
const reaches: Record<Strength, Reach> = {
  subtle: { light: 0.12, colors: 5, shift: 0.12, camera: 0.08, clouds: 0.12, ranges: 0.08, anew: new Set(['scatter']) },
  usual:  { light: 0.45, colors: 11, shift: 0.5, camera: 0.5, clouds: 0.6, ranges: 0.3, anew: new Set(['scatter', 'sky', 'scene']) },
  strong: { light: 1, colors: 24, shift: 1, camera: 1, clouds: 1, ranges: 0.5, anew: new Set(['scatter', 'sky', 'scene', 'range']) },
};

interface Reach {
  readonly light: number;
  /** Degrees of hue. */
  readonly colors: number;
  readonly shift: number;
  readonly camera: number;
  readonly clouds: number;
  readonly ranges: number;
  readonly anew: ReadonlySet<'scatter' | 'sky' | 'scene' | 'range'>;
}

export function varyScene(scene: Scene, options: VaryOptions): Scene {
  const random = seededRandom(deriveSeed(options.seed, `variation ${options.candidate}`));
  const reach = reaches[options.strength];
  const deriveNewSeed = (seed: number, part: 'scatter' | 'sky' | 'scene' | 'range', index = 0) =>
    reach.anew.has(part) ? deriveSeed(seed, `${part} ${index} ${options.seed} ${options.candidate}`) : seed;
  const horizon = clamp(scene.camera.horizon + swing(random) * 0.1 * reach.camera, 0.2, 0.85);
  const focal = scene.camera.focal * (1 + swing(random) * 0.2 * reach.camera);
  const camera = hasFixedView(scene) ? scene.camera : keepWhole(scene, { ...scene.camera, horizon, focal });
  const variation: Scene = {
    ...scene,
    seed:
      isSeedDetermined(scene) && options.strength !== 'strong'
        ? scene.seed
        : deriveNewSeed(scene.seed, 'scene'),
    camera,
    light: varyLight(scene, { random, reach, drop: camera.horizon - scene.camera.horizon }),
    sky: {
      ...scene.sky,
      seed: deriveNewSeed(scene.sky.seed, 'sky'),
      cover: clamp(scene.sky.cover + swing(random) * 0.4 * reach.clouds, 0.05, 1),
    },
    terrain: {
      ...scene.terrain,
      ranges: scene.terrain.ranges.map((range, index) => ({
        ...range,
        seed: deriveNewSeed(range.seed, 'range', index),
        height: range.height * (1 + swing(random) * reach.ranges),
      })),
    },
    scatters: scene.scatters.map((scatter, index) => ({
      ...scatter,
      seed: deriveNewSeed(scatter.seed, 'scatter', index),
    })),
  };
  const shift = swing(random) * 0.14 * reach.shift * scene.aspect;
  const isTurned = options.strength === 'strong' && options.candidate % 2 === 1;
  const land = createLand(variation);
  const things = variation.things.map(thing => {
    const places = [1, 0.6, 0.3, -0.4, 0].map(share =>
      moveThing(thing, { variation, shift: shift * share, isTurned }),
    );
    return (
      places.find(place => isSimilarPlace(variation, land, { place, thing })) ?? places[places.length - 1]
    );
  });
  return raiseGround({ ...variation, things });
}

/** Returns the camera nearest to the requested one that cuts off no thing that is completely visible now. */
function keepWhole(scene: Scene, requestedCamera: Camera): Camera {
  const land = createLand(scene);
  const between = (share: number): Camera => ({
    ...requestedCamera,
    horizon: scene.camera.horizon + (requestedCamera.horizon - scene.camera.horizon) * share,
    focal: scene.camera.focal + (requestedCamera.focal - scene.camera.focal) * share,
  });
  const showsAllThings = (camera: Camera) =>
    scene.things.every(thing => {
      const edges = (camera: Camera) => {
        const foot = camera.altitude - Math.max(0, land(thing.x, thing.z)) - thing.lift;
        const scale = camera.focal / thing.z;
        return { top: camera.horizon + (foot - thing.height) * scale, foot: camera.horizon + foot * scale };
      };
      const [before, after] = [edges(scene.camera), edges(camera)];
      return after.top >= Math.min(0.02, before.top) && after.foot <= Math.max(0.98, before.foot);
    });
  return [1, 0.75, 0.5, 0.25].map(between).find(showsAllThings) ?? scene.camera;
}

/** A random number of -1 … 1 that is rarely near 0, so that every variation differs. */
function swing(random: Random): number {
  const chance = random() * 2 - 1;
  return Math.sign(chance) * (0.35 + 0.65 * Math.abs(chance));
}

/** Whether the scene's seed determines most of the picture, such as a planet or curtains. */
function isSeedDetermined({ setting }: Scene): boolean {
  return setting === 'space' || setting === 'room';
}

/** Whether the camera cannot move, because the contents are laid out by the edges of the picture. */
function hasFixedView({ setting, pattern }: Scene): boolean {
  return setting === 'room' || setting === 'studio' || pattern !== undefined;
}

function varyLight(
  scene: Scene,
  { random, reach, drop }: { random: Random; reach: Reach; drop: number },
): Light {
  const { light, aspect } = scene;
  const x = light.x + swing(random) * 0.42 * reach.light * aspect;
  const hourShift = swing(random) * reach.light;
  return {
    ...light,
    x: clamp(x, -0.1 * aspect, 1.1 * aspect),
    y: light.y + drop + swing(random) * 0.07 * reach.light,
    palette: shiftHour(turnPalette(light.palette, swing(random) * reach.colors), hourShift),
  };
}

/** Makes a palette warmer and darker, or cooler and brighter, like an earlier or later hour. */
function shiftHour(palette: Palette, hourShift: number): Palette {
  const towards = hourShift > 0 ? '#ff9d5c' : '#8fc4ff';
  const tint = (css: string, share: number) =>
    toHex(mix(parseColor(css), parseColor(towards), share * Math.abs(hourShift)));
  return {
    ...palette,
    middle: tint(palette.middle, 0.16),
    low: tint(palette.low, 0.2),
    light: tint(palette.light, 0.2),
    haze: tint(palette.haze, 0.14),
    lightGain: palette.lightGain * (1 - 0.12 * hourShift),
    shadeGain: palette.shadeGain * (1 - 0.1 * hourShift),
  };
}

function turnPalette(palette: Palette, degrees: number): Palette {
  const entries = Object.entries(palette).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== 'grade' ? toHex(turnHue(parseColor(value), degrees)) : value,
  ]);
  return Object.fromEntries(entries) as Palette;
}

/** Moves a thing sideways by `shift` picture units within the picture, and turns it around if `isTurned`. */
function moveThing(thing: Thing, change: { variation: Scene; shift: number; isTurned: boolean }): Thing {
  const { camera, aspect } = change.variation;
  const scale = camera.focal / thing.z;
  const before = thing.x * scale;
  const edge = (aspect / 2) * 0.86;
  const isInside = Math.abs(before) <= edge;
  const after = isInside ? clamp(before + change.shift, -edge, edge) : before + change.shift;
  return { ...thing, x: after / scale, facing: change.isTurned ? (thing.facing > 0 ? -1 : 1) : thing.facing };
}

/** Whether a place has ground of the same kind and height, and nothing before it that hides the thing. */
function isSimilarPlace(scene: Scene, land: Land, { place, thing }: { place: Thing; thing: Thing }): boolean {
  if (thing.stance === 'flies' || thing.stance === 'hangs') return true;
  const { camera } = scene;
  const [before, after] = [land(thing.x, thing.z), land(place.x, place.z)];
  if (before > 0 !== after > 0) return false;
  if (standsInWater(place, land) && !standsInWater(thing, land)) return false;
  if (thing.stance !== 'stands' || thing.lift > 0) return true;
  if (Math.abs(after - before) > Math.max(0.12 * thing.height, 0.25)) return false;
  const level = (height: number, z: number) =>
    camera.horizon + ((camera.altitude - height) * camera.focal) / z;
  const hidden = level(after + thing.height * 0.2, place.z);
  return [0.4, 0.55, 0.7, 0.8, 0.9].every(
    share => level(Math.max(0, land(place.x * share, place.z * share)), place.z * share) >= hidden,
  );
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
