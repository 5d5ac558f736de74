/** Style codes: each code is always the same style, colors and light, and codes can be mixed. */
import { clamp, parseColor, toHex } from '../../raster/colors.ts';
import type { Style } from '../../scene/reading.ts';
import type { Finish, Palette, Scene } from '../../scene/scene.ts';
import { fromOklch, hueBetween, toOklch } from '../../subjects/oklch.ts';
import { addFinish, noFinish } from './finishes.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';
import type { GenerationParameters } from '../../job/job.ts';

interface CodeLook {
  readonly style: Style;
  readonly hues: { readonly sky: number; readonly light: number; readonly land: number };
  readonly chroma: number;
  readonly lightness: number;
  readonly finish: Partial<Finish>;
}

/** Applies the looks of the codes to the scene, more strongly at a higher style weight. */
export function applyStyleCodes(
  scene: Scene,
  { styleCodes = [], styleWeight = 100 }: Pick<GenerationParameters, 'styleCodes' | 'styleWeight'>,
  promptFacts: { style: boolean },
): Scene {
  const total = styleCodes.reduce((sum, { weight }) => sum + Math.max(0, weight), 0);
  if (total === 0 || styleWeight === 0) return scene;
  const strength = 1 - Math.exp((-styleWeight / 100) * 1.15);
  const looks = styleCodes
    .filter(({ weight }) => weight > 0)
    .map(({ code, weight }) => ({ look: codeLook(code), share: weight / total }))
    .sort((one, other) => one.share - other.share);
  const leading = looks[looks.length - 1].look;
  const keepsStyle = promptFacts.style && styleWeight < 400;
  return {
    ...scene,
    style: keepsStyle ? scene.style : leading.style,
    light: { ...scene.light, palette: tintPalette(scene.light.palette, looks, strength) },
    look: {
      ...scene.look,
      ...(!keepsStyle && strength < 0.9 && { styleShare: clamp(strength * 1.25, 0, 1) }),
      finish: looks.reduce(
        (sum, { look, share }) => addFinish(sum, look.finish, share * strength),
        scene.look.finish ?? noFinish,
      ),
    },
  };
}

const styles: readonly Style[] = [
  'illustration',
  'watercolor',
  'oil',
  'pastel',
  'flat',
  'illustration',
  'anime',
  'poster',
  'photo',
  'ink',
  'oil',
  'woodcut',
  'illustration',
  'mosaic',
  'watercolor',
  'neon',
  'pastel',
  'pixel',
];

function codeLook(code: number): CodeLook {
  const random = seededRandom(deriveSeed(code, 'style code'));
  // Not random, because neighboring codes should not look alike.
  const style = styles[(code * 7 + Math.floor(code / styles.length) * 5) % styles.length];
  const sky = (code * 137.5 + random() * 40) % 360;
  const scheme = [28, 180, 150, -120, 60, -40][Math.floor(random() * 6)];
  const light = (sky + scheme + 360) % 360;
  const land = (light + [150, -90, 60, 110][Math.floor(random() * 4)] + 360) % 360;
  return {
    style,
    hues: { sky, light, land },
    chroma: 0.55 + random() * 0.9,
    lightness: [0.09, 0, -0.13, -0.04][Math.floor(random() * 4)],
    finish: codeFinish(random, { sky, light }),
  };
}

function codeFinish(random: Random, hues: { sky: number; light: number }): Partial<Finish> {
  const kinds: readonly Partial<Finish>[] = [
    { fade: 0.35, grain: 0.4, contrast: -0.1, corners: 0.2 },
    { contrast: 0.4, clarity: 0.4, corners: 0.4, fade: -0.05 },
    { bloom: 0.7, pastel: 0.35, clarity: -0.2, corners: -0.6 },
    { contrast: 0.2, saturation: 0.3, outline: 0.5, corners: -0.8 },
    { saturation: -0.3, clarity: 0.25, contrast: 0.18, grain: 0.2 },
    { bloom: 0.4, contrast: 0.22, saturation: 0.16 },
  ];
  return {
    ...kinds[Math.floor(random() * kinds.length)],
    warmth: (random() - 0.5) * 0.4,
    split: 0.26 + random() * 0.3,
    lights: hex(0.9, 0.09, hues.light),
    darks: hex(0.34, 0.1, hues.sky),
  };
}

/** Each color keeps most of its own lightness, so that night stays night, and takes the codes' hues. */
function tintPalette(
  palette: Palette,
  looks: readonly { look: CodeLook; share: number }[],
  strength: number,
): Palette {
  const entries = Object.entries(palette).map(([name, value]) => {
    if (typeof value !== 'string' || name === 'grade') return [name, value];
    const [r, g, b] = parseColor(value);
    const oklch = toOklch(r / 255, g / 255, b / 255);
    const sum = [0, 0, 0];
    for (const { look, share } of looks) {
      const aim = chooseTarget(oklch, look, name);
      const hue = oklch.hue + hueBetween(oklch.hue, aim.hue) * Math.min(1, strength * aim.reach);
      const chroma = oklch.chroma + (aim.chroma - oklch.chroma) * strength;
      const lightness = oklch.lightness + (aim.lightness - oklch.lightness) * strength;
      fromOklch({ lightness, chroma, hue }).forEach((channel, index) => (sum[index] += channel * share));
    }
    return [name, toHex([sum[0] * 255, sum[1] * 255, sum[2] * 255])];
  });
  return Object.fromEntries(entries) as Palette;
}

const families: Readonly<Partial<Record<string, keyof CodeLook['hues']>>> = {
  top: 'sky',
  middle: 'sky',
  cloudShade: 'sky',
  shade: 'sky',
  water: 'sky',
  haze: 'light',
  low: 'light',
  glow: 'light',
  cloudLight: 'light',
  light: 'light',
};

function chooseTarget(color: { lightness: number; chroma: number }, look: CodeLook, name: string) {
  const family = families[name] ?? 'land';
  const hue = look.hues[family];
  // Plants keep some of their own color, otherwise everything would have the same one.
  const reach = family === 'land' ? 0.75 : 1.15;
  const chroma = clamp((0.03 + color.chroma * 0.75) * look.chroma, 0.012, 0.2);
  return { hue, reach, chroma, lightness: clamp(color.lightness + look.lightness, 0.04, 0.985) };
}

function hex(lightness: number, chroma: number, hue: number): string {
  const [r, g, b] = fromOklch({ lightness, chroma, hue });
  return toHex([r * 255, g * 255, b * 255]);
}
