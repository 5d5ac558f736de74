/** Exclusions (`Reading.without`): the composer adds none of these on its own. */
import type { Reading, Setting } from '../../scene/reading.ts';
import type { Range, Scene, Scatter } from '../../scene/scene.ts';
import { addFinish, noFinish } from '../look/finishes.ts';

/** Other names for what the composer knows under one name. */
const parents: Readonly<Partial<Record<string, readonly string[]>>> = {
  pine: ['tree', 'forest'],
  palm: ['tree', 'forest'],
  tree: ['forest'],
  blossom: ['tree', 'flowers', 'cherry-blossom'],
  fern: ['forest', 'jungle', 'grass'],
  bamboo: ['tree', 'forest'],
  leaf: ['tree', 'forest'],
  flowers: ['flower', 'garden'],
  house: ['village', 'houses'],
  'tower-block': ['house', 'city', 'skyline', 'office-building'],
  birds: ['bird', 'animals'],
  bird: ['birds', 'animals'],
  shoal: ['fish', 'animals'],
  water: ['sea'],
  wave: ['water', 'sea'],
  drop: ['water', 'rain'],
  flake: ['snow'],
  mountain: ['mountains'],
  cloud: ['clouds'],
  clouds: ['cloudy', 'cloud'],
  star: ['stars'],
  weed: ['plant'],
};

export function isKeptOut({ without = [] }: Pick<Reading, 'without'>, kind: string): boolean {
  return [kind, ...(parents[kind] ?? [])].some(name => without.includes(name));
}

const wetSettings: ReadonlySet<Setting> = new Set(['sea', 'coast', 'lake', 'river', 'underwater']);

/** Whether a place that is not in the prompt may be chosen. */
export function isSettingAllowed(reading: Reading, setting: Setting): boolean {
  if (wetSettings.has(setting) && isKeptOut(reading, 'water')) return false;
  if (setting === 'forest' && isKeptOut(reading, 'tree')) return false;
  if (setting === 'garden' && isKeptOut(reading, 'flowers')) return false;
  return !reading.without?.includes(setting);
}

export function applyExclusions(scene: Scene, reading: Reading): Scene {
  const { without = [] } = reading;
  if (without.length === 0) return scene;
  const isExcluded = (kind: string) => isKeptOut(reading, kind);
  const { terrain, sky, light } = scene;
  const dry = isExcluded('water');
  const { shore, farShore, river, path, ...land } = terrain;
  const avoid = without.filter(name => name.startsWith('#'));
  return {
    ...scene,
    weather: withoutWeather(scene, without),
    look:
      avoid.length > 0
        ? { ...scene.look, finish: addFinish(scene.look.finish ?? noFinish, { avoid }) }
        : scene.look,
    terrain: {
      ...land,
      ...(shore && !dry && { shore }),
      ...(farShore !== undefined && !dry && { farShore }),
      ...(river && !dry && { river }),
      ...(path && !isExcluded('path') && !isExcluded('road') && { path }),
      cover: coverWithout(scene, isExcluded),
      ranges: terrain.ranges
        .filter(range => !isRangeOut(range, isExcluded))
        .map(range => (isExcluded('snowcap') || isExcluded('snow') ? { ...range, snowline: 1 } : range)),
    },
    sky: {
      ...sky,
      cover: isExcluded('clouds') ? 0 : sky.cover,
      stars: isExcluded('stars') ? 0 : sky.stars,
      aurora: isExcluded('aurora') ? 0 : sky.aurora,
      rainbow: sky.rainbow && !isExcluded('rainbow'),
    },
    light: isExcluded(light.body) ? { ...light, body: 'none' } : light,
    ...(scene.street && isExcluded('tree') && { street: { ...scene.street, trees: false } }),
    scatters: scene.scatters.filter(scatter => !isScatterOut(scatter, isExcluded)),
    birds: isExcluded('birds') ? 0 : scene.birds,
    ...(isExcluded('shoal') && { shoal: 0 }),
  };
}

/** Removed water leaves a bed, which is given the ground of the surrounding land. */
function coverWithout(
  { terrain, setting }: Scene,
  isExcluded: (kind: string) => boolean,
): Scene['terrain']['cover'] {
  if (terrain.cover === 'snow' && (isExcluded('snow') || isExcluded('snowfield'))) return 'rock';
  if (isExcluded('grass') && (terrain.cover === 'grass' || terrain.cover === 'meadow')) return 'sand';
  if (isExcluded('sand') && terrain.cover === 'sand') return 'rock';
  return setting === 'sea' && isExcluded('water') ? 'sand' : terrain.cover;
}

function isRangeOut({ kind }: Range, isExcluded: (kind: string) => boolean): boolean {
  if (kind === 'forest') return isExcluded('tree');
  return isExcluded(kind);
}

function isScatterOut({ kind }: Scatter, isExcluded: (kind: string) => boolean): boolean {
  return isExcluded(kind);
}

function withoutWeather({ weather }: Scene, exclusions: readonly string[]): Scene['weather'] {
  if (!exclusions.includes(weather)) return weather;
  return (
    (['clear', 'cloudy', 'overcast'].find(other => !exclusions.includes(other)) as Scene['weather']) ?? 'wind'
  );
}
