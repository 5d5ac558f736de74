/**
 * Moves the palette of a scene towards the colors of a picture: sky to sky, land to land, light to light.
 */
import { parseColor } from '../raster/colors.ts';
import type { Palette } from '../scene/scene.ts';
import { hueBetween } from '../subjects/oklch.ts';
import type { PictureFacts } from './analyze-picture.ts';
import { toChroma, labToHex, toHue, mixLab } from './find-palette.ts';
import { hasMixedColors, mixedColorTargets } from './mixed-colors.ts';
import { type Lab, toLab } from './small-picture.ts';

type Slot = Exclude<keyof Palette, 'lightGain' | 'shadeGain' | 'grade'>;

/** `share` 0: the palette is unchanged. 1: only colors of the picture. */
export function paletteTowards(palette: Palette, facts: PictureFacts, share: number): Palette {
  if (share <= 0) return palette;
  const targets = hasMixedColors(facts) ? mixedColorTargets(facts) : chooseTargets(palette, facts);
  const movedColors = Object.fromEntries(
    (Object.keys(targets) as Slot[]).map(slot => [
      slot,
      labToHex(mixLab(parseLab(palette[slot]), targets[slot], share)),
    ]),
  ) as Record<Slot, string>;
  const { brightness, contrast } = facts.light;
  const lightGain = 0.5 + 0.8 * Math.min(0.9, brightness);
  const shadeGain = 0.78 - 0.4 * Math.min(0.9, contrast);
  return {
    ...palette,
    ...movedColors,
    lightGain: palette.lightGain + (lightGain - palette.lightGain) * share,
    shadeGain: palette.shadeGain + (shadeGain - palette.shadeGain) * share,
    ...mixGrade(palette, facts, share),
  };
}

/** The grade that changes nothing. */
const neutral: Lab = [0.6, 0, 0];

/** The color grade of the whole scene: the mean color of the picture, at a share of at least 0.4. */
function mixGrade({ grade }: Palette, facts: PictureFacts, share: number): { grade?: string } {
  const { mean } = facts;
  if (share < 0.4 || hasMixedColors(facts)) return {};
  const from: Lab = grade === undefined ? neutral : parseLab(grade);
  const [l, a, b] = tintLight(mean, neutral[0] + (mean[0] - neutral[0]) * 0.4);
  return { grade: labToHex(mixLab(from, [l, a * 0.7, b * 0.7], (share - 0.4) / 0.6)) };
}

function parseLab(css: string): Lab {
  return toLab(...parseColor(css));
}

function chooseTargets(palette: Palette, facts: PictureFacts): Record<Slot, Lab> {
  const like = likeness(palette, facts);
  const paletteColor = (slot: Slot) => like(parseLab(palette[slot]));
  const { sky, ground } = facts.bands;
  const { hasSky, water } = facts.place;
  const [top, middle, low] = hasSky
    ? sky
    : [paletteColor('top'), paletteColor('middle'), paletteColor('low')];
  const [farColor, nearColor] = hasSky
    ? [mixLab(ground[0], facts.mean, 0.4), mixLab(ground[1], facts.mean, 0.4)]
    : [paletteColor('grass'), paletteColor('foliage')];
  const chooseGroundColor = (slot: 'grass' | 'foliage' | 'soil', lab: Lab) =>
    hasSky ? mixLab(lab, findSimilarColor(parseLab(palette[slot]), facts) ?? lab, 0.75) : lab;
  const brightest = facts.palette.reduce((one, other) => (other.lab[0] > one.lab[0] ? other : one)).lab;
  const darkest = facts.palette.reduce((one, other) => (other.lab[0] < one.lab[0] ? other : one)).lab;
  return {
    top: raiseChroma(top),
    middle: raiseChroma(middle),
    low: raiseChroma(low),
    glow: mixLab(brightest, [1, 0.01, 0.05], 0.35),
    cloudLight: mixLab(low, [0.97, 0, 0.01], 0.3),
    cloudShade: mixLab(mixLab(top, low, 0.4), darkest, 0.15),
    light: tintLight(brightest, 0.92),
    shade: tintLight(darkest, 0.62),
    haze: mixLab(low, farColor, 0.4),
    water: raiseChroma(water > 0.2 ? ground[0] : mixLab(middle, paletteColor('water'), 0.5)),
    grass: raiseChroma(lighter(chooseGroundColor('grass', farColor), 0.06)),
    foliage: raiseChroma(lighter(chooseGroundColor('foliage', nearColor), 0)),
    rock: mixLab(lighter(farColor, 0.04), [farColor[0], 0, 0], 0.35),
    soil: chooseGroundColor('soil', mixLab(farColor, nearColor, 0.5)),
  };
}

/** Lightens a ground color, because it will be multiplied by the light, and keeps it from becoming black. */
function lighter([l, a, b]: Lab, amount: number): Lab {
  return [Math.max(0.32, Math.min(0.92, l + amount)), a, b];
}

/** Raises the chroma, because averaging, haze and shading reduce it. */
function raiseChroma([l, a, b]: Lab): Lab {
  return [l, a * 1.25, b * 1.25];
}

/** The most frequent land color of the picture with nearly the same hue. Undefined if there is none. */
function findSimilarColor(color: Lab, { land }: PictureFacts): Lab | undefined {
  const similarColors = land.filter(
    ({ lab }) => toChroma(lab) > 0.03 && Math.abs(hueBetween(toHue(color), toHue(lab))) < 28,
  );
  return similarColors[0]?.lab;
}

/** A light of this hue, with the given lightness and limited chroma. */
function tintLight(lab: Lab, lightness: number): Lab {
  const least = Math.min(1, 0.09 / Math.max(0.001, toChroma(lab)));
  return [lightness, lab[1] * least, lab[2] * least];
}

/**
 * Returns a function that finds the corresponding color of the picture: of similar relative
 * lightness and of a near hue.
 */
function likeness(palette: Palette, facts: PictureFacts): (color: Lab) => Lab {
  const lights = [palette.top, palette.middle, palette.low, palette.grass, palette.foliage].map(
    css => parseLab(css)[0],
  );
  const mean = lights.reduce((sum, value) => sum + value, 0) / lights.length;
  const spread = Math.max(0.05, Math.max(...lights) - Math.min(...lights));
  return color => {
    const lightness = facts.light.brightness + ((color[0] - mean) / spread) * facts.light.contrast;
    let [l, a, b, sum] = [0, 0, 0, 0];
    for (const { lab, share } of facts.palette) {
      const distance =
        (lab[0] - lightness) ** 2 / 0.02 + ((lab[1] - color[1]) ** 2 + (lab[2] - color[2]) ** 2) / 0.03;
      const weight = Math.sqrt(share) * Math.exp(-distance) + 1e-6;
      l += lab[0] * weight;
      a += lab[1] * weight;
      b += lab[2] * weight;
      sum += weight;
    }
    return [l / sum, a / sum, b / sum];
  };
}

/**
 * A source of colors: the palette that a picture was painted with, if it is known,
 * otherwise its analyzed colors.
 */
export interface ColorSource {
  readonly facts: PictureFacts;
  readonly own?: { readonly light: { readonly palette: Palette } };
  readonly share: number;
}

/**
 * Moves a palette towards several pictures at once, each by its share. The shares add up to at most 1; the
 * rest is the original palette.
 */
export function averageTowards(palette: Palette, sources: readonly ColorSource[]): Palette {
  let total = 1 - sources.reduce((sum, { share }) => sum + share, 0);
  let mixedPalette = palette;
  for (const { facts, own, share } of sources) {
    total += share;
    if (share <= 0) continue;
    const part = Math.min(1, share / total);
    mixedPalette = own
      ? mixPalettes(mixedPalette, own.light.palette, part)
      : paletteTowards(mixedPalette, facts, part);
  }
  return mixedPalette;
}

function mixPalettes(from: Palette, to: Palette, share: number): Palette {
  const { grade = labToHex(neutral), ...target } = to;
  const entries = Object.entries({ ...target, ...((to.grade ?? from.grade) && { grade }) }).map(
    ([name, aim]) => {
      const value = from[name as keyof Palette] ?? labToHex(neutral);
      if (typeof aim === 'number') return [name, Number(value) + (aim - Number(value)) * share];
      return [name, labToHex(mixLab(parseLab(String(value)), parseLab(aim), share))];
    },
  );
  return Object.fromEntries(entries) as Palette;
}
