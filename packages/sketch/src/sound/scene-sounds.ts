/** The sound of a scene: its voices with their relative loudness, and the overall loudness. */
import type { Scene } from '../scene/scene.ts';
import { enginesIn } from './scene-engines.ts';
import { listLife } from './scene-life.ts';
import type { Layer } from './signal/track.ts';
import { engine } from './voices/engines.ts';
import { clock, fire, leaves, roomTone, space, town } from './voices/places.ts';
import { lapping, stream, surf, underwater, waterfall, whaleSong } from './voices/water.ts';
import { rain, rainAtWindow, thunder, wind } from './voices/weather.ts';

export interface SceneSounds {
  readonly layers: readonly Layer[];
  /** The target loudness in LUFS. */
  readonly loudness: number;
}

export function listSounds(scene: Scene): SceneSounds {
  const layers = [...listPlaceSounds(scene), ...listFires(scene), ...listEngineSounds(scene)];
  return { layers, loudness: chooseLoudness(scene) };
}

function listPlaceSounds(scene: Scene): Layer[] {
  const { setting, weather, things } = scene;
  const has = (kind: string) => things.some(thing => thing.kind === kind);
  if (setting === 'space') return [{ name: 'space', voice: space, level: 0 }];
  if (setting === 'underwater') {
    const whale = has('whale') || has('spouting-whale');
    return [
      { name: 'underwater', voice: underwater, level: 0 },
      ...(whale ? [{ name: 'whale', voice: whaleSong, level: 0 }] : []),
    ];
  }
  if (setting !== 'room' && setting !== 'studio') {
    return [
      ...listWeatherSounds(scene),
      ...listWaterSounds(scene),
      ...listTownSounds(scene),
      ...listLife(scene),
    ];
  }
  const isWet = weather === 'rain' || weather === 'storm';
  return [
    { name: 'room', voice: roomTone, level: -6 },
    ...(isWet ? [{ name: 'window', voice: rainAtWindow, level: 0 }] : []),
    ...(weather === 'storm' ? [{ name: 'thunder', voice: thunder, level: -5 }] : []),
    ...(has('mantelpiece-clock') || has('alarm-clock') ? [{ name: 'clock', voice: clock, level: -9 }] : []),
  ];
}

/** The wind on a normal day, 0 … 1. */
const breezes: Partial<Record<Scene['setting'], number>> = {
  sea: 0.45,
  coast: 0.35,
  mountains: 0.5,
  snowfield: 0.4,
  desert: 0.45,
  sky: 0.6,
  plain: 0.35,
  hills: 0.3,
  forest: 0.15,
  jungle: 0.08,
  city: 0.12,
};

function listWeatherSounds(scene: Scene): Layer[] {
  const { setting, weather, terrain } = scene;
  const breeze = breezes[setting] ?? 0.2;
  const blows = { wind: 0.85, storm: 1, rain: Math.max(0.3, breeze), snow: breeze, fog: breeze * 0.4 };
  const strength = blows[weather as keyof typeof blows] ?? breeze;
  const isWooded =
    setting === 'forest' || setting === 'jungle' || terrain.cover === 'forest' || setting === 'garden';
  const hasLeaves = isWooded && scene.season !== 'winter' && terrain.cover !== 'snow';
  const isOpen = ['mountains', 'snowfield', 'desert', 'sky', 'plain'].includes(setting);
  return [
    { name: 'wind', voice: wind(strength), level: -17 + 14 * strength + (isOpen ? 4 : 0) },
    ...(hasLeaves ? [{ name: 'leaves', voice: leaves(strength), level: -15 + 12 * strength }] : []),
    ...(weather === 'rain' ? [{ name: 'rain', voice: rain(0.5), level: 0 }] : []),
    ...(weather === 'storm' ? [{ name: 'rain', voice: rain(0.9), level: 1 }] : []),
    ...(weather === 'storm' || scene.sky.lightning !== undefined
      ? [{ name: 'thunder', voice: thunder, level: 3 }]
      : []),
  ];
}

function listWaterSounds({ setting, terrain, things, weather }: Scene): Layer[] {
  const falls = things.some(({ kind }) => kind === 'waterfall');
  const plays = things.some(({ kind }) => kind === 'fountain' || kind === 'water-mill');
  const rough = weather === 'storm' || weather === 'wind';
  const isSea = setting === 'sea' || setting === 'coast';
  return [
    ...(isSea ? [{ name: 'surf', voice: surf(rough ? 1 : setting === 'coast' ? 0.6 : 0.4), level: 0 }] : []),
    ...(!isSea && setting !== 'sky' && terrain.shore
      ? [{ name: 'lapping', voice: lapping, level: setting === 'lake' ? -4 : -10 }]
      : []),
    ...(terrain.river && !falls ? [{ name: 'stream', voice: stream(rough ? 0.8 : 0.4), level: -2 }] : []),
    ...(falls ? [{ name: 'waterfall', voice: waterfall, level: -2 }] : []),
    ...(plays ? [{ name: 'fountain', voice: stream(0.2), level: -5 }] : []),
  ];
}

function listTownSounds({ setting, street, scatters, time }: Scene): Layer[] {
  const calm = time === 'night' || time === 'dawn' ? -4 : 0;
  const blocks = scatters.some(({ kind }) => kind === 'tower-block');
  if (setting === 'city') return [{ name: 'town', voice: town(street ? 0.9 : 0.7), level: calm }];
  if (setting === 'road') return [{ name: 'town', voice: town(0.2), level: -7 + calm }];
  if (blocks) return [{ name: 'town', voice: town(0.5), level: -9 + calm }];
  return setting === 'village' ? [{ name: 'town', voice: town(0), level: -12 + calm }] : [];
}

function listFires({ things, setting }: Scene): Layer[] {
  const burns = (kind: string) => ['campfire', 'fire'].includes(kind);
  if (setting === 'underwater' || setting === 'space' || !things.some(({ kind }) => burns(kind))) return [];
  return [{ name: 'fire', voice: fire, level: 1 }];
}

function listEngineSounds(scene: Scene): Layer[] {
  const damping = scene.setting === 'space' || scene.setting === 'underwater' ? -11 : 0;
  return enginesIn(scene).map(({ kind, level }) => ({
    name: `engine ${kind}`,
    voice: engine(kind),
    level: level + damping,
  }));
}

/** The loudness in a comfortable range, in which quiet places are quieter than loud ones. */
function chooseLoudness({ setting, weather, time, terrain }: Scene): number {
  if (weather === 'storm') return -21;
  if (setting === 'studio' || setting === 'room') return weather === 'rain' ? -26 : -31;
  if (terrain.cover === 'snow' || weather === 'snow' || weather === 'fog') return -28;
  if (weather === 'rain' || weather === 'wind' || setting === 'sea' || setting === 'coast') return -23;
  if (setting === 'space' || setting === 'underwater') return -25;
  return time === 'night' ? -27 : -25;
}
