/** The four layouts of one idea: candidates differ in horizon, distance, side, light and sky. */
import type { Reading } from '../../scene/reading.ts';
import type { Sky } from '../../scene/scene.ts';
import type { Intent } from './intent.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';

export interface Layout {
  readonly horizon: number;
  /** Height of the main thing as a share of the picture. */
  readonly heroSize: number;
  /** The place of the main thing, 0 … 1 of the width. */
  readonly heroX: number;
  /** The depth of its foot below the horizon, as a share of what lies below the horizon. */
  readonly heroDepth: number;
  readonly lightX: number;
  /** Height of sun or moon over the horizon, in picture heights; negative: hidden behind the land. */
  readonly lightRise: number;
  readonly paletteVariant: number;
  readonly clouds: Sky['clouds'];
  readonly cover: number;
  readonly focal: number;
  /** Degrees by which the hues of the hour are turned. */
  readonly hueTurn: number;
  /** 0 … 1: by how much bright hours are brighter than normal, and dark ones darker. */
  readonly key: number;
  readonly random: Random;
  /**
   * Seen from above: the camera looks down from `eye` meters, with the horizon at the
   * top of the picture or above it.
   */
  readonly above?: { readonly eye: number };
}

// A table reads best in rows.
// oxfmt-ignore
const ways = [
  { name: 'wide', horizon: 0.57, heroSize: 0.3, heroX: 0.36, heroDepth: 0.6, lightX: 0.7, rise: 1, focal: 1.05 },
  { name: 'close', horizon: 0.5, heroSize: 0.47, heroX: 0.62, heroDepth: 0.82, lightX: 0.24, rise: 1.4, focal: 1.3 },
  { name: 'big sky', horizon: 0.71, heroSize: 0.24, heroX: 0.66, heroDepth: 0.5, lightX: 0.38, rise: 0.8, focal: 0.95 },
  { name: 'from above', horizon: 0.36, heroSize: 0.34, heroX: 0.4, heroDepth: 0.55, lightX: 0.82, rise: 0.55, focal: 1.15 },
] as const;

const cloudKinds = ['cumulus', 'streaks', 'sheet', 'towers'] as const;

export function chooseLayout(
  reading: Reading,
  intent: Intent,
  options: { seed: number; candidate: number; aspect: number },
): Layout {
  const random = seededRandom(deriveSeed(options.seed, `layout ${options.candidate}`));
  const sharedRandom = seededRandom(deriveSeed(options.seed, 'layout'));
  const isMirrored = sharedRandom() < 0.5;
  const shift = Math.floor(sharedRandom() * 4);
  const way = ways[options.candidate % 4];
  const jitter = (size: number) => (random() - 0.5) * size;
  const shot =
    { wide: 0.72, medium: 1.15, close: 1.6, aerial: 0.6, top: 0.6 }[reading.shot ?? 'medium'] / 1.15;
  const upright = options.aspect < 0.8 ? 0.72 : options.aspect < 1.1 ? 0.92 : 1;
  const side = (x: number) => (isMirrored ? 1 - x : x);
  return {
    horizon: way.horizon + jitter(reading.shot === 'aerial' ? 0.08 : 0.05),
    heroSize: Math.min(0.7, (way.heroSize + jitter(0.05)) * (reading.shot ? shot : 1) * upright),
    heroX: side(way.heroX + jitter(0.06)),
    heroDepth: way.heroDepth + jitter(0.1),
    lightX: side(way.lightX + jitter(0.12)),
    lightRise: way.rise * risesAt[intent.time] + jitter(0.02),
    paletteVariant: options.candidate + shift,
    clouds: chooseClouds(intent, shift + options.candidate),
    cover: chooseCover(intent, random()),
    focal: way.focal,
    hueTurn: 7 * (random() * 2 - 1),
    key: 0,
    random,
  };
}

/** Styles with a layout of their own. */
export function styleLayout(layout: Layout, style: string | undefined): Layout {
  switch (style) {
    case 'scenic':
      return {
        ...layout,
        heroSize: layout.heroSize * 0.52,
        horizon: Math.max(0.66, layout.horizon),
        focal: layout.focal * 0.85,
        clouds: layout.paletteVariant % 2 === 0 ? 'towers' : 'streaks',
        cover: Math.max(0.55, layout.cover),
      };
    case 'cute':
      return { ...layout, heroSize: Math.min(0.62, layout.heroSize * 1.5), clouds: 'cumulus' };
    case 'expressive':
      return { ...layout, heroSize: Math.min(0.6, layout.heroSize * 1.3), clouds: 'streaks', cover: 0.5 };
    case '4a':
      return { ...layout, heroSize: layout.heroSize * 0.86, focal: layout.focal * 0.92 };
    case '4b':
      return { ...layout, heroX: 0.5 + (layout.heroX - 0.5) * 0.3, heroSize: layout.heroSize * 1.1 };
    default:
      return layout;
  }
}

/** Settings without a landscape have a layout of their own. */
export function fitLayout(
  layout: Layout,
  intent: Intent,
  { elements, wantsSky }: { elements: readonly { readonly stance: string }[]; wantsSky: boolean },
): Layout {
  const { setting } = intent;
  if (setting === 'studio')
    return {
      ...layout,
      horizon: 0.4,
      heroSize: Math.min(0.62, layout.heroSize * 1.5),
      heroX: 0.5 + (layout.heroX - 0.5) * 0.6,
      heroDepth: 0.72,
      cover: 0,
    };
  if (setting === 'room')
    return { ...layout, horizon: 0.5, heroSize: Math.min(0.5, layout.heroSize * 1.15), heroDepth: 0.64 };
  if (setting === 'underwater') return { ...layout, horizon: 0.5 + (layout.horizon - 0.55) * 0.4 };
  if (wantsSky) return { ...layout, horizon: Math.max(0.58, layout.horizon) };
  const hasStandingElement = elements.some(({ stance }) => stance === 'stands' || stance === 'drives');
  if (setting === 'space')
    return {
      ...layout,
      horizon:
        hasStandingElement || layout.paletteVariant % 4 === 0 ? 0.68 + (layout.horizon - 0.55) * 0.4 : 1.4,
    };
  return layout;
}

const risesAt: Record<Intent['time'], number> = {
  dawn: 0.08,
  morning: 0.3,
  noon: 0.75,
  afternoon: 0.34,
  sunset: 0.075,
  dusk: 0.01,
  night: 0.32,
};

function chooseClouds(intent: Intent, turn: number): Sky['clouds'] {
  if (
    intent.weather === 'overcast' ||
    intent.weather === 'rain' ||
    intent.weather === 'fog' ||
    intent.weather === 'snow'
  )
    return 'sheet';
  if (intent.weather === 'storm') return 'towers';
  if (intent.time === 'dawn' || intent.time === 'sunset' || intent.time === 'dusk')
    return (['streaks', 'sheet', 'streaks', 'cumulus'] as const)[turn % 4];
  return cloudKinds[turn % 4];
}

function chooseCover(intent: Intent, chance: number): number {
  const usual = {
    clear: 0.3,
    wind: 0.42,
    cloudy: 0.56,
    overcast: 0.95,
    rain: 0.92,
    storm: 0.9,
    snow: 0.85,
    fog: 0.5,
  }[intent.weather];
  const low = intent.time === 'dawn' || intent.time === 'sunset' || intent.time === 'dusk' ? 0.78 : 1;
  return Math.min(1, usual * low * (0.85 + chance * 0.3));
}
