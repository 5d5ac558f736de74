/** Applies `weird`: wrong sizes, floating things, alien skies and unexpected colors. */
import { clamp, turnHue, mix, parseColor, saturateColor, toHex } from '../raster/colors.ts';
import type { Reading } from '../scene/reading.ts';
import type { Orb, Palette, Scene, Thing } from '../scene/scene.ts';
import { findSubject } from '../subjects/subjects.ts';
import { isKeptOut } from './elements/apply-exclusions.ts';
import type { SceneElement } from './elements/scene-element.ts';
import { deriveSeed, type Random, seededRandom } from '../random/random.ts';

interface WeirdnessAmount {
  readonly seed: number;
  readonly candidate: number;
  /** 0 … 1. */
  readonly odd: number;
}

const visitors = [
  'whale',
  'jellyfish',
  'umbrella',
  'tropical-fish',
  'teapot',
  'octopus',
  'clock',
  'turtle',
  'piano',
];

/** Changes the sizes of elements, makes some of them float, and adds a visitor to the sky. */
export function distortElements(
  elements: readonly SceneElement[],
  reading: Reading,
  amount: WeirdnessAmount,
): SceneElement[] {
  const { odd, candidate } = amount;
  if (odd === 0) return [...elements];
  const random = seededRandom(deriveSeed(amount.seed, `strange ${candidate}`));
  const growth = 1 + (candidate % 2 === 0 ? 14 : -0.86) * odd;
  const scaledElements = elements.map((element, order): SceneElement => {
    const factor = order === 0 ? Math.max(0.12, growth) : 1 + (random() - 0.3) * odd;
    const afloat = element.stance === 'stands' && odd > 0.34 && candidate % 2 === 1;
    return {
      ...element,
      height: element.height * factor,
      size: element.size * (order === 0 ? 1 + (candidate % 2 === 0 ? 0.75 : -0.2) * odd : 1),
      stance: afloat ? 'flies' : element.stance,
    };
  });
  if (odd < 0.5 || reading.setting === 'room' || reading.setting === 'studio') return scaledElements;
  const presentKinds = new Set(elements.map(({ kind }) => kind));
  const possibleVisitors = visitors.filter(
    kind => !presentKinds.has(kind) && !isExcluded(reading, kind) && findSubject(kind),
  );
  if (possibleVisitors.length === 0) return scaledElements;
  const kind = possibleVisitors[Math.floor(random() * possibleVisitors.length)];
  const count = 1 + Math.floor(odd * 3.4 * random());
  const size = 0.42 + 0.34 * odd;
  return [...scaledElements, { name: kind, what: 'subject', kind, count, height: 9, size, stance: 'flies' }];
}

function isExcluded(reading: Reading, kind: string): boolean {
  const animal = findSubject(kind)?.group === 'animal';
  return isKeptOut(reading, kind) || (animal && (reading.without?.includes('animals') ?? false));
}

export function applyWeirdness(scene: Scene, reading: Reading, amount: WeirdnessAmount): Scene {
  const { odd } = amount;
  if (odd === 0) return scene;
  const random = seededRandom(deriveSeed(amount.seed, `strange world ${amount.candidate}`));
  const indoors = scene.setting === 'room' || scene.setting === 'studio';
  const skyless = indoors || scene.setting === 'underwater' || isKeptOut(reading, 'moon');
  const tilt = (random() < 0.5 ? -1 : 1) * (2 + 9 * odd) * (odd > 0.25 ? 1 : 0.4);
  return {
    ...scene,
    tilt: Math.round(tilt * 10) / 10,
    light: { ...scene.light, palette: distortPalette(scene.light.palette, odd, random) },
    sky: {
      ...scene.sky,
      stars: isKeptOut(reading, 'stars') ? 0 : Math.max(scene.sky.stars, odd > 0.45 ? 0.7 * odd : 0),
      ...(!skyless && { orbs: createOrbs(scene, odd, random) }),
    },
    things: scene.things.flatMap(thing => [...isletUnder(thing, scene), thing]),
  };
}

const schemes = [
  { sky: 150, land: -70 },
  { sky: -110, land: 160 },
  { sky: 75, land: -150 },
  { sky: 190, land: 95 },
] as const;

/**
 * Turns the hues of sky and land by different angles, so that they are still two matching families of colors.
 */
function distortPalette(palette: Palette, odd: number, random: Random): Palette {
  const scheme = schemes[Math.floor(random() * schemes.length)];
  const land: ReadonlySet<string> = new Set(['grass', 'foliage', 'rock', 'soil', 'water']);
  const entries = Object.entries(palette).map(([name, value]) => {
    if (typeof value !== 'string' || name === 'grade') return [name, value];
    const degrees = (land.has(name) ? scheme.land : scheme.sky) * odd;
    const lightly = name === 'light' || name === 'glow' ? 0.4 : 1;
    const turnedColor = saturateColor(turnHue(parseColor(value), degrees * lightly), 1 + 0.35 * odd);
    return [name, toHex(turnedColor)];
  });
  return Object.fromEntries(entries) as Palette;
}

function createOrbs(scene: Scene, odd: number, random: Random): Orb[] {
  const count = Math.round(odd * 3.2);
  const { palette, x } = scene.light;
  const colors = [palette.glow, palette.cloudLight, palette.low, palette.haze];
  return Array.from({ length: count }, (_, index) => {
    const direction = x > scene.aspect / 2 ? -1 : 1;
    const across = 0.5 + direction * (0.3 - index * 0.26) + (random() - 0.5) * 0.12;
    const radius = (index === 0 ? 0.08 + 0.13 * odd : 0.03 + random() * 0.04) * (0.8 + random() * 0.4);
    return {
      x: clamp(across, 0.08, 0.92) * scene.aspect,
      y: scene.camera.horizon * (0.2 + random() * 0.42),
      radius,
      color: toHex(mix(parseColor(colors[index % colors.length]), [255, 244, 230], 0.25)),
      ring: index === 0 && odd > 0.4 && random() < 0.7,
    };
  });
}

/** A standing thing that floats in the air keeps a piece of ground under its feet. */
function isletUnder(thing: Thing, scene: Scene): Thing[] {
  const stands = thing.what === 'landmark' || findSubject(thing.kind)?.stance === 'stands';
  const floatsByItself = ['balloon', 'sailboat'].includes(thing.kind);
  if (!stands || floatsByItself || thing.stance !== 'flies' || thing.action === 'flying') return [];
  if (visitors.includes(thing.kind) || scene.setting === 'space') return [];
  const height = thing.height * 0.62;
  const { color: _, action: __, ...rest } = thing;
  return [
    {
      ...rest,
      what: 'landmark',
      kind: 'islet',
      height,
      lift: Math.max(0, thing.lift - height * 0.9),
      z: thing.z * 1.002,
    },
  ];
}
