/** Names colors by the perceptually nearest color word of the vocabulary. */
import { parseColor } from '../raster/colors.ts';
import { type Lab, labDistance, toLab } from '../references/small-picture.ts';

const colors: Readonly<Record<string, string>> = {
  black: '#1c1b20',
  gray: '#8a8c91',
  silver: '#c3c8d0',
  white: '#f5f5f5',
  cream: '#efe3cb',
  brown: '#6e4a32',
  tan: '#b58e64',
  maroon: '#6a2a35',
  red: '#d0382f',
  orange: '#ee8436',
  golden: '#e3b04a',
  yellow: '#f2d04a',
  'olive green': '#7c8246',
  'light green': '#9acb7c',
  green: '#44924c',
  'dark green': '#2a5238',
  teal: '#2a8f90',
  turquoise: '#5cc4bd',
  'light blue': '#9fcbea',
  blue: '#3a74cc',
  navy: '#1d2f58',
  purple: '#7a52b4',
  'light purple': '#b7a3dc',
  pink: '#ee9ab4',
  magenta: '#cf4590',
};

const namedColors = Object.entries(colors).map(([name, css]) => ({ name, lab: toLab(...parseColor(css)) }));

export function colorName(lab: Lab): string {
  // The name of a color depends more on its hue than on its lightness.
  const stretch = ([l, a, b]: Lab): Lab => [l * 0.8, a * 1.6, b * 1.6];
  const distanceTo = (other: Lab) => labDistance(stretch(lab), stretch(other));
  return namedColors.reduce((one, other) => (distanceTo(other.lab) < distanceTo(one.lab) ? other : one)).name;
}

/** The different names among the first colors of a palette, at most `count`. */
export function colorNames(palette: readonly { readonly lab: Lab }[], count: number): string[] {
  return [...new Set(palette.map(({ lab }) => colorName(lab)))].slice(0, count);
}
