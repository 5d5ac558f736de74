/** Places sun or moon, and chooses the palette of the hour, the visibility and the contents of the sky. */
import type { Reading } from '../../scene/reading.ts';
import { mix, parseColor, type Rgb, toHex } from '../../raster/colors.ts';
import type { Light, Palette, Sky } from '../../scene/scene.ts';
import type { Intent } from './intent.ts';
import type { Layout } from './layout.ts';
import { choosePalette } from '../look/moods.ts';
import { specialPalette } from '../look/special-palettes.ts';
import { deriveSeed } from '../../random/random.ts';

interface LightInput {
  readonly intent: Intent;
  readonly layout: Layout;
  readonly aspect: number;
  readonly saturation: number;
  /** Depth of the main subject. */
  readonly reach: number;
}

export function placeLight(reading: Reading, input: LightInput): Light {
  const { intent, layout, aspect } = input;
  const findMention = (kind: string) => reading.landmarks.find(landmark => landmark.kind === kind);
  const body = chooseBody(intent, kind => findMention(kind) !== undefined);
  const size = findMention('moon')?.size ?? findMention('sun')?.size ?? 1;
  const low = findMention('sun') || findMention('moon');
  const rise = low ? Math.min(layout.lightRise, layout.horizon - 0.14) : layout.lightRise;
  const basePalette =
    specialPalette(intent.setting, layout.paletteVariant) ??
    choosePalette({
      ...intent,
      variant: layout.paletteVariant,
      turn: layout.hueTurn,
      saturation: input.saturation,
      requestedColors: reading.palette,
    });
  const glowing = intent.setting === 'city' && (intent.time === 'night' || intent.time === 'dusk');
  const palette = shiftKey(
    glowing ? cityGlow(basePalette, layout.paletteVariant) : basePalette,
    layout.key * sunHeights[intent.time],
  );
  const defaultSize = intent.time === 'sunset' || intent.time === 'dawn' ? 0.04 : 0.03;
  const radius =
    (intent.setting === 'space' ? 0.1 + layout.heroSize * 0.28 : body === 'moon' ? 0.036 : defaultSize) *
    size;
  const y =
    intent.setting === 'space'
      ? 0.24 + layout.random() * 0.14
      : intent.setting === 'underwater' || intent.setting === 'studio'
        ? 0.1
        : layout.horizon - rise;
  return { x: layout.lightX * aspect, y, body, radius, palette, visibility: chooseVisibility(input) };
}

const sunHeights: Readonly<Record<Intent['time'], number>> = {
  noon: 1,
  morning: 0.9,
  afternoon: 0.6,
  dawn: 0.7,
  sunset: -0.5,
  dusk: -0.6,
  night: -0.3,
};

/** Makes the whole palette paler or deeper. */
function shiftKey(palette: Palette, key: number): Palette {
  if (key === 0) return palette;
  const aim: Rgb = key > 0 ? [255, 250, 242] : [16, 14, 34];
  const entries = Object.entries(palette).map(([name, value]) => [
    name,
    typeof value === 'string' && name !== 'light' && name !== 'grade'
      ? toHex(mix(parseColor(value), aim, Math.abs(key) * 0.34))
      : value,
  ]);
  const result = Object.fromEntries(entries) as Palette;
  return { ...result, lightGain: palette.lightGain * (1 + key * 0.12) };
}

/** Adds the glow of a city to the haze above it. */
function cityGlow(palette: Palette, variant: number): Palette {
  const glow = ['#e86a9a', '#f0a45c', '#5fb0e8', '#b07af0'][variant % 4];
  const to = (css: string, share: number) => toHex(mix(parseColor(css), parseColor(glow), share));
  return {
    ...palette,
    low: to(palette.low, 0.55),
    middle: to(palette.middle, 0.14),
    haze: to(palette.haze, 0.3),
    cloudShade: to(palette.cloudShade, 0.16),
  };
}

function chooseBody(intent: Intent, isMentioned: (kind: string) => boolean): Light['body'] {
  if (intent.setting === 'space' || intent.setting === 'studio' || intent.setting === 'underwater')
    return 'none';
  if (isMentioned('moon')) return 'moon';
  if (isMentioned('sun')) return 'sun';
  const closed = ['overcast', 'rain', 'storm', 'snow'].includes(intent.weather);
  if (closed || isMentioned('aurora')) return 'none';
  return intent.time === 'night' ? 'moon' : 'sun';
}

function chooseVisibility({ intent, reach }: LightInput): number {
  if (intent.setting === 'space') return 1e7;
  if (intent.setting === 'underwater') return reach * 3.4;
  if (intent.setting === 'studio') return reach * 3;
  const usual = {
    fog: 130,
    rain: 1500,
    storm: 1700,
    snow: 900,
    overcast: 3600,
    cloudy: 4600,
    clear: 5600,
    wind: 5600,
  };
  const hour =
    intent.time === 'dawn' ? 0.55 : intent.time === 'sunset' ? 0.7 : intent.time === 'dusk' ? 1.3 : 1;
  return usual[intent.weather] * hour;
}

/** The position of a lightning stroke, away from the main subject. */
function strokeX(layout: Layout, aspect: number): number {
  const middle = layout.heroX < 0.5 ? 0.72 : 0.28;
  return (middle + (layout.random() - 0.5) * 0.16) * aspect;
}

export function planSky(
  reading: Reading,
  { intent, layout, seed, aspect }: { intent: Intent; layout: Layout; seed: number; aspect: number },
): Sky {
  const has = (kind: string) => reading.landmarks.some(landmark => landmark.kind === kind);
  const closed = ['overcast', 'rain', 'storm', 'fog'].includes(intent.weather) ? 0.15 : 1;
  const darkness = intent.time === 'night' ? 1 : intent.time === 'dusk' ? 0.25 : 0;
  const aurora = has('aurora') ? 1 : 0;
  return {
    seed: deriveSeed(seed, 'sky'),
    cover: aurora
      ? 0.12
      : has('clouds')
        ? Math.max(0.6, layout.cover)
        : layout.cover * (darkness === 1 ? 0.7 : 1),
    clouds: layout.clouds,
    stars: intent.setting === 'space' ? 1.5 : has('stars') ? 1.6 : darkness * closed,
    aurora,
    rainbow: has('rainbow'),
    ...(intent.weather === 'storm' && { lightning: strokeX(layout, aspect) }),
  };
}
