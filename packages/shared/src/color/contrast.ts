/** Colors as `#rrggbb`, and whether text in them can be read. Contrast is that of WCAG 2.2. */

type Channels = readonly [red: number, green: number, blue: number];

/**
 * The backgrounds of each theme on which text in the accent color stands (console/app.css): the
 * page, cards, and selected items.
 */
const backgrounds = {
  light: ['#f8f6f3', '#ffffff', '#ece8e1'],
  dark: ['#131417', '#1b1d21', '#292d34'],
} as const;
export type Theme = keyof typeof backgrounds;

/** The contrast at which most people can read text. */
export const leastContrast = 4.5;

/** From 1, the same color, to 21, black on white. */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The contrast of the color to the background of the theme on which it is read worst. */
export function contrastIn(theme: Theme, color: string): number {
  return Math.min(...backgrounds[theme].map(background => contrast(color, background)));
}

/**
 * The nearest shade of the color that can be read in the theme: darker in the light
 * one, lighter in the dark one.
 */
export function readableShade(theme: Theme, color: string): string {
  const end = theme === 'light' ? '#000000' : '#ffffff';
  for (let step = 0; step < shades; step++) {
    const shade = mix(end, color, step / shades);
    if (contrastIn(theme, shade) >= leastContrast) return shade;
  }
  return end;
}

const shades = 128;

/** Black or white, whichever is read better on the color. One of them always has the least contrast. */
export function textOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#000000') >= contrast(color, '#ffffff') ? '#000000' : '#ffffff';
}

/**
 * A background in a hint of the color, on which the color itself can be read.
 * `color` can be read in the theme.
 */
export function softBackground(theme: Theme, color: string): string {
  const card = backgrounds[theme][1];
  const shares = Array.from({ length: 14 }, (_, percent) => (13 - percent) / 100);
  const soft = shares.map(share => mix(color, card, share));
  return soft.find(background => contrast(color, background) >= leastContrast) ?? card;
}

/** `share` of the first color, and the rest of the second one. */
function mix(one: string, other: string, share: number): string {
  const [from, to] = [toChannels(one), toChannels(other)];
  const channels = from.map((value, index) => Math.round(value * share + (to[index] ?? 0) * (1 - share)));
  return `#${channels.map(value => value.toString(16).padStart(2, '0')).join('')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = toChannels(color).map(value => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toChannels(color: string): Channels {
  const number = Number.parseInt(color.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}
