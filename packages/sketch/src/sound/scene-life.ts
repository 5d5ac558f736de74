/**
 * The animals that are heard in a scene, most of which are not visible: birds by day,
 * crickets, frogs and an owl at night.
 */
import type { Scene } from '../scene/scene.ts';
import type { Layer } from './signal/track.ts';
import { type Bird, birds } from './voices/birds.ts';
import { cicadas, crickets, frogs, owl } from './voices/night.ts';

/** Birds of the day, the most common first, because few birds are the first ones. */
const openLand: readonly Bird[] = ['warbler', 'chaffinch', 'warbler'];

const flocks: Partial<Record<Scene['setting'], readonly Bird[]>> = {
  forest: ['blackbird', 'chaffinch', 'tit', 'cuckoo', 'warbler'],
  garden: ['blackbird', 'sparrow', 'tit', 'chaffinch'],
  village: ['sparrow', 'blackbird', 'sparrow', 'chaffinch'],
  hills: ['chaffinch', 'warbler', 'blackbird', 'cuckoo'],
  river: ['warbler', 'blackbird', 'tit'],
  lake: ['blackbird', 'warbler', 'cuckoo'],
  plain: openLand,
  mountains: ['chaffinch'],
  road: ['sparrow', 'warbler'],
  city: ['sparrow', 'sparrow'],
  jungle: ['whooper', 'warbler', 'whooper', 'blackbird', 'cuckoo'],
  coast: ['gull', 'gull', 'gull'],
  sea: ['gull', 'gull'],
};

/** Decibels of the birds in settings where they are farther away, or nearer, than elsewhere. */
const levels: Partial<Record<Scene['setting'], number>> = {
  city: -11,
  road: -11,
  sea: -10,
  coast: -10,
  jungle: -3,
};

/** Animals that are heard where they are seen. */
const callers: Readonly<Record<string, Layer>> = {
  owl: { name: 'owl', voice: owl, level: -6 },
  frog: { name: 'frogs', voice: frogs, level: -8 },
  cricket: { name: 'crickets', voice: crickets, level: -8 },
  seagull: { name: 'gulls', voice: birds(['gull', 'gull']), level: -5 },
};

export function listLife(scene: Scene): Layer[] {
  const kinds = new Set(scene.things.map(({ kind }) => kind));
  const calling = Object.entries(callers).flatMap(([kind, layer]) => (kinds.has(kind) ? [layer] : []));
  const otherLayers = listAmbientLife(scene).filter(
    ({ name }) => !calling.some(layer => layer.name === name),
  );
  return [...calling, ...otherLayers];
}

function listAmbientLife(scene: Scene): Layer[] {
  const { setting, weather, terrain, season } = scene;
  const isHushed =
    weather === 'storm' || weather === 'snow' || terrain.cover === 'snow' || setting === 'snowfield';
  if (isHushed || terrain.cover === 'moon' || setting === 'sky') return [];
  return scene.time === 'night'
    ? listNightSounds(scene)
    : [...listBirds(scene), ...listHeatSounds(setting, season)];
}

function listBirds({ setting, weather, season, time, birds: birdCount, terrain }: Scene): Layer[] {
  const flock = flocks[setting] ?? (terrain.cover === 'grass' || terrain.cover === 'meadow' ? openLand : []);
  const shy = weather === 'rain' || weather === 'fog' || weather === 'wind' ? 2 : 0;
  const asleep = season === 'winter' ? 2 : time === 'dusk' ? 1 : 0;
  const extraBirds = time === 'dawn' || birdCount > 0 ? 1 : 0;
  const singing = flock.slice(0, Math.max(0, flock.length - shy - asleep));
  const voices = extraBirds > 0 ? [...singing, ...singing.slice(0, extraBirds)] : singing;
  if (voices.length === 0) return [];
  return [{ name: 'birds', voice: birds(voices), level: levels[setting] ?? -6 }];
}

function listNightSounds({ setting, weather, season, terrain }: Scene): Layer[] {
  const isGreen = terrain.cover === 'grass' || terrain.cover === 'meadow' || terrain.cover === 'forest';
  const isWarm = season !== 'winter' && weather !== 'rain';
  if (['sea', 'sky', 'city'].includes(setting)) return [];
  const hasTrees =
    setting === 'forest' || setting === 'village' || setting === 'mountains' || setting === 'garden';
  const isWet = setting === 'lake' || setting === 'river' || setting === 'jungle';
  return [
    ...(isWarm && (isGreen || setting === 'jungle' || setting === 'desert')
      ? [{ name: 'crickets', voice: crickets, level: setting === 'coast' ? -14 : -9 }]
      : []),
    ...(isWarm && isWet ? [{ name: 'frogs', voice: frogs, level: -12 }] : []),
    ...(hasTrees ? [{ name: 'owl', voice: owl, level: -9 }] : []),
  ];
}

function listHeatSounds(setting: Scene['setting'], season: Scene['season']): Layer[] {
  if (setting === 'jungle') return [{ name: 'cicadas', voice: cicadas, level: -13 }];
  return setting === 'desert' && season === 'summer' ? [{ name: 'cicadas', voice: cicadas, level: -20 }] : [];
}
