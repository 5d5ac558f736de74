/**
 * Palette targets from a picture with several strong colors. Their mean would be gray, so each color
 * gets its own part of the scene.
 */
import { hueBetween } from '../subjects/oklch.ts';
import type { PictureFacts } from './analyze-picture.ts';
import { toChroma, toHue, mixLab } from './find-palette.ts';
import type { Lab } from './small-picture.ts';

/**
 * Whether there are at least three strong colors with distant hues. Three, because
 * sky and grass are already two.
 */
export function hasMixedColors({ palette }: Pick<PictureFacts, 'palette'>): boolean {
  const strongColors = palette.filter(({ lab, share }) => share > 0.05 && toChroma(lab) > 0.09);
  const families = strongColors.reduce<number[]>((hues, { lab }) => {
    const isNew = hues.every(hue => Math.abs(hueBetween(hue, toHue(lab))) > 40);
    return isNew ? [...hues, toHue(lab)] : hues;
  }, []);
  return families.length >= 3;
}

/**
 * Plants get the greenest color, water and the upper sky the bluest, and the lower sky an
 * accent and the lightest color.
 */
export function mixedColorTargets({ palette }: Pick<PictureFacts, 'palette'>) {
  const strongColors = palette.filter(({ lab, share }) => share > 0.025 && toChroma(lab) > 0.05).slice(0, 6);
  const colors = (strongColors.length >= 2 ? strongColors : palette).map(({ lab }) => lab);
  const byLight = colors.toSorted((one, other) => one[0] - other[0]);
  const [darkest, light] = [byLight[0], byLight[byLight.length - 1]];
  const nearest = (hue: number, from: readonly Lab[]) =>
    from.toSorted(
      (one, other) => Math.abs(hueBetween(toHue(one), hue)) - Math.abs(hueBetween(toHue(other), hue)),
    )[0];
  const ground = nearest(165, colors);
  const rest = colors.filter(color => color !== ground);
  const water = nearest(250, rest.length > 0 ? rest : colors);
  const accents = colors.filter(color => color !== ground && color !== light && color !== water);
  const hueDistance = (color: Lab) => Math.abs(hueBetween(toHue(color), toHue(water)));
  const accent = accents.toSorted((one, other) => hueDistance(other) - hueDistance(one))[0] ?? light;
  return {
    top: toneColor(water, 0.5),
    middle: toneColor(mixLab(water, accent, 0.62), 0.66),
    low: toneColor(light, 0.84),
    glow: mixLab(light, [1, 0, 0.03], 0.4),
    cloudLight: toneColor(accent, 0.82),
    cloudShade: toneColor(mixLab(accent, water, 0.5), 0.58),
    light: toneColor(light, 0.93, 0.35),
    shade: toneColor(water, 0.55, 0.45),
    haze: toneColor(mixLab(accent, light, 0.4), 0.75),
    water: toneColor(water, 0.52),
    grass: toneColor(ground, 0.66),
    foliage: toneColor(ground === darkest ? ground : mixLab(ground, darkest, 0.3), 0.5),
    rock: toneColor(mixLab(accent, darkest, 0.5), 0.52, 0.5),
    soil: toneColor(accent, 0.6, 0.7),
  } as const;
}

/** Moves the lightness of a color towards a target and scales its chroma by `share`. */
function toneColor([l, a, b]: Lab, lightness: number, share = 1): Lab {
  return [l + (lightness - l) * 0.75, a * share, b * share];
}
