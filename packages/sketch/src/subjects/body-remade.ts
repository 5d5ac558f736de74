/**
 * Animals made from the illustration of a relative: a unicorn from a horse, a boar
 * from a pig, a moose from a deer.
 */
import { clay } from './clay.ts';
import type { Drawing } from './drawing.ts';
import type { Oklch } from './oklch.ts';
import { mapColors, parseHex, recolorSvg } from './recolor-svg.ts';

/** The horse in white and lilac with a mane of another color, and a horn on its forehead. */
export function unicornBody(horse: Drawing): Drawing {
  const horn = 'M4.1 5.2L1.5 -2.6C1.7 -3 2.1 -3 2.4 -2.7L6.1 3.6Z';
  const bands =
    '<path d="M3.1 1.6L4.3 0.6M3.6 3.2L5.2 1.9M2.6 0L3.5 -0.8" stroke="#c47be8" stroke-width=".5" stroke-linecap="round"/>';
  const svg = `<g transform="translate(0 3.2)">${mapColors(horse.svg, unicornColor)}${clay('hr', horn, { fill: '#ffd257', softness: 0.4 })}${bands}</g>`;
  return { svg, width: horse.width, height: horse.height + 3.2 };
}

function unicornColor(color: Oklch): Oklch {
  if (color.chroma < 0.02 && color.lightness < 0.5)
    return { lightness: 0.62 + color.lightness * 0.3, chroma: 0.17, hue: 335 - color.lightness * 110 };
  return { lightness: Math.min(0.98, 0.62 + color.lightness * 0.55), chroma: color.chroma * 0.45, hue: 305 };
}

export function boarBody(pig: Drawing): Drawing {
  const svg = recolorSvg(pig.svg, { from: parseHex('#ff8a95'), to: '#7a564a', reach: 70 });
  const bristles =
    'M7 9.6L8.6 7.6L9.6 9.3L11.4 7.3L12.4 9.2L14.4 7.2L15.3 9.2L17.4 7.3L18.2 9.2L20.2 7.5L20.8 9.4L22.6 8.2L23 9.8Z';
  const tusk = 'M2.6 20.3C2.3 18.6 2.7 17 3.9 15.9C4.1 17.6 4.6 18.9 5 20.1Z';
  return {
    ...pig,
    svg: `${clay('br', bristles, { fill: '#5a3c35', softness: 0.3 })}${svg}${clay('tk', tusk, { fill: '#f7f1ea', softness: 0.3 })}`,
  };
}

export function mooseBody(deer: Drawing): Drawing {
  return { ...deer, svg: recolorSvg(deer.svg, { from: parseHex('#dc9a5c'), to: '#7b5647', reach: 45 }) };
}
