/** Words to picture: turns a reading into a scene that can be painted, one of four candidates. */
import { deriveSeed } from '../../lib/random.ts';
import { decideIntent, type Intent } from './compose/intent.ts';
import { chooseLayout, type Layout } from './compose/layout.ts';
import { lookOf } from './compose/look.ts';
import { specialPalette } from './compose/special-palettes.ts';
import { choosePalette } from './compose/moods.ts';
import { deepestOf, listWishes, placeThings, type Wish } from './compose/place-things.ts';
import { planLand } from './compose/terrain-plan.ts';
import type { Reading } from './reading.ts';
import { type Light, type Scene, sceneFormat, type Sky } from './scene.ts';

export { varyScene } from './compose/vary-scene.ts';

export interface ComposeOptions {
  readonly seed: number;
  /** 0 … 3: clearly different pictures of the same idea. */
  readonly candidate: number;
  readonly width: number;
  readonly height: number;
  /** `7`, `6.1`, `niji 6` … */
  readonly version?: string;
  readonly raw?: boolean;
}

export function composeScene(reading: Reading, options: ComposeOptions): Scene {
  const aspect = options.width / options.height;
  const look = lookOf(options);
  const decided = decideIntent(reading, options);
  const intent: Intent = look.anime && reading.style === undefined ? { ...decided, style: 'anime' } : decided;
  const layout = chooseLayout(reading, intent, { ...options, aspect });
  const wishes = listWishes(reading);
  const camera = placeCamera(reading, { intent, layout, hero: wishes[0] });
  const seed = deriveSeed(options.seed, `scene ${options.candidate}`);
  const deepest = deepestOf(wishes, { layout, eye: camera.eye });
  const plan = planLand({ reading, intent, layout, seed, ...camera, deepest });
  const scene: Scene = {
    format: sceneFormat,
    seed,
    aspect,
    ...intent,
    look,
    camera: { horizon: layout.horizon, altitude: camera.ground + camera.eye, focal: layout.focal },
    light: placeLight(reading, { intent, layout, aspect, saturation: look.saturation }),
    sky: planSky(reading, { intent, layout, seed }),
    ...plan,
    things: [],
    birds: birdsOf(reading, intent, layout),
    ...(reading.cameraMove && { cameraMove: reading.cameraMove }),
    ...(reading.lettering !== undefined && { lettering: reading.lettering }),
  };
  return { ...scene, things: placeThings(wishes, { reading, layout, scene }) };
}

/** The camera's height follows from what leads the picture: a fox is met at a fox's level. */
function placeCamera(reading: Reading, by: { intent: Intent; layout: Layout; hero: Wish | undefined }) {
  const { intent, layout, hero } = by;
  const cliff =
    intent.setting === 'coast' &&
    reading.landmarks.some(({ kind }) => kind === 'cliff' || kind === 'lighthouse');
  const afloat = hero?.stance === 'floats' || hero?.stance === 'swims';
  const flying = hero?.stance === 'flies';
  const ground = intent.setting === 'sea' || intent.setting === 'sky' ? 0 : cliff ? 17 : 0.9;
  const drop = Math.max(0.05, (0.95 - layout.horizon) * layout.heroDepth);
  if (!hero || flying || hero.what === 'landmark') {
    const height = hero ? hero.height : 6;
    const size = hero ? hero.size * (0.62 + layout.heroSize) : layout.heroSize;
    const eye = Math.max(1.5, Math.min(14, (drop * 0.55 * height) / size));
    return { eye, heroZ: Math.min(90, (layout.focal * height) / size), heroAfloat: afloat, ground };
  }
  const eye = Math.max(0.3, Math.min(30, (drop * hero.height) / layout.heroSize));
  return { eye, heroZ: (layout.focal * hero.height) / layout.heroSize, heroAfloat: afloat, ground };
}

function placeLight(
  reading: Reading,
  by: { intent: Intent; layout: Layout; aspect: number; saturation: number },
): Light {
  const { intent, layout, aspect } = by;
  const asked = (kind: string) => reading.landmarks.find(landmark => landmark.kind === kind);
  const closed = ['overcast', 'rain', 'storm', 'snow'].includes(intent.weather);
  const night = intent.time === 'night';
  const body = asked('moon')
    ? 'moon'
    : asked('sun')
      ? 'sun'
      : closed && !night
        ? 'none'
        : night
          ? asked('aurora') || closed
            ? 'none'
            : 'moon'
          : 'sun';
  const size = asked('moon')?.size ?? asked('sun')?.size ?? 1;
  const rise =
    asked('sun') || asked('moon') ? Math.min(layout.lightRise, layout.horizon - 0.14) : layout.lightRise;
  const visibility = {
    fog: 130,
    rain: 1500,
    storm: 1700,
    snow: 900,
    overcast: 3600,
    cloudy: 4600,
    clear: 5600,
    wind: 5600,
  }[intent.weather];
  return {
    x: layout.lightX * aspect,
    y: layout.horizon - rise,
    body,
    radius:
      (body === 'moon' ? 0.034 : intent.time === 'sunset' || intent.time === 'dawn' ? 0.04 : 0.03) * size,
    palette: specialPalette(intent.setting, layout.paletteVariant) ?? choosePalette({
      ...intent,
      variant: layout.paletteVariant,
      turn: layout.random() * 2 - 1,
      saturation: by.saturation,
      wanted: reading.palette,
    }),
    visibility:
      visibility *
      (intent.time === 'dawn' ? 0.55 : intent.time === 'sunset' || intent.time === 'dusk' ? 0.7 : 1),
  };
}

function planSky(reading: Reading, by: { intent: Intent; layout: Layout; seed: number }): Sky {
  const { intent, layout, seed } = by;
  const has = (kind: string) => reading.landmarks.some(landmark => landmark.kind === kind);
  const closed = ['overcast', 'rain', 'storm', 'fog'].includes(intent.weather) ? 0.15 : 1;
  const dark = intent.time === 'night' ? 1 : intent.time === 'dusk' ? 0.25 : 0;
  const aurora = has('aurora') ? 1 : 0;
  return {
    seed: deriveSeed(seed, 'sky'),
    cover: aurora
      ? 0.12
      : has('clouds')
        ? Math.max(0.6, layout.cover)
        : layout.cover * (dark === 1 ? 0.7 : 1),
    clouds: layout.clouds,
    stars: has('stars') ? 1.6 : dark * closed,
    aurora,
    rainbow: has('rainbow'),
  };
}

/** A few birds far off bring most skies to life. */
function birdsOf(reading: Reading, intent: Intent, layout: Layout): number {
  const asked = reading.landmarks.find(({ kind }) => kind === 'birds');
  if (asked) return Math.max(5, Math.min(30, asked.count));
  const unfit = ['space', 'underwater', 'room', 'studio', 'city'].includes(intent.setting) || intent.time === 'night';
  return unfit || intent.weather === 'storm' || layout.random() < 0.35 ? 0 : 3 + Math.floor(layout.random() * 6);
}
