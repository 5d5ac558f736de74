/** Recolors a drawing in its source: the main color and its shades change, all others stay. */
import { fromOklch, hueBetween, type Oklch, toOklch } from './oklch.ts';

/** The color that covers most of a picture, counting lively colors more than grays. */
export function mainColor(pixels: Uint8ClampedArray): Oklch {
  const bins = new Map<string, { weight: number; color: Oklch }>();
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
    if (alpha < 200) continue;
    const color = toOklch(red / 255, green / 255, blue / 255);
    const lively = color.chroma >= grayChroma;
    const name = lively ? `hue ${Math.floor(color.hue / 20)}` : `gray ${Math.floor(color.lightness * 4)}`;
    const weight = lively ? Math.sqrt(color.chroma) : 0.16;
    const bin = bins.get(name) ?? { weight: 0, color };
    bins.set(name, {
      weight: bin.weight + weight,
      color: blend(bin.color, color, weight / (bin.weight + weight)),
    });
  }
  let main = { weight: 0, color: { lightness: 0.5, chroma: 0, hue: 0 } };
  for (const bin of bins.values()) if (bin.weight > main.weight) main = bin;
  return main.color;
}

export interface ColorChange {
  readonly from: Oklch;
  /** `#rrggbb`. */
  readonly to: string;
  /** The degrees of hue on either side of `from` that are recolored too. */
  readonly reach: number;
}

export function recolorSvg(svg: string, { from, to, reach }: ColorChange): string {
  const target = parseHex(to);
  return mapColors(svg, color =>
    blend(color, moveColor(color, from, target), shadeShare(color, from, reach)),
  );
}

/** Replaces each color written in the drawing: paints, gradient stops and the color columns of filters. */
export function mapColors(svg: string, change: (color: Oklch) => Oklch): string {
  return svg
    .replace(
      /((?:fill|stroke|stop-color|flood-color)=")#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})"/g,
      (_all, start: string, hex: string) => {
        return `${start}${toHex(change(parseHex(hex)))}"`;
      },
    )
    .replace(/values="0 0 0 0 ([\d.]+) 0 0 0 0 ([\d.]+) 0 0 0 0 ([\d.]+) 0/g, (all, ...columns: string[]) => {
      const [red, green, blue] = columns.slice(0, 3).map(Number) as [number, number, number];
      if (red + green + blue === 0) return all;
      const [newRed, newGreen, newBlue] = fromOklch(change(toOklch(red, green, blue))).map(value =>
        value.toFixed(4),
      );
      return `values="0 0 0 0 ${newRed} 0 0 0 0 ${newGreen} 0 0 0 0 ${newBlue} 0`;
    });
}

export function parseHex(hex: string): Oklch {
  const digits = hex.replace('#', '');
  const longDigits = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits;
  const [red, green, blue] = [0, 2, 4].map(
    start => Number.parseInt(longDigits.slice(start, start + 2), 16) / 255,
  ) as [number, number, number];
  return toOklch(red, green, blue);
}

export function toHex(color: Oklch): string {
  const channels = fromOklch(color).map(value =>
    Math.round(value * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${channels.join('')}`;
}

const grayChroma = 0.045;

/** Keeps the differences of lightness, chroma and hue from the main color. */
function moveColor(color: Oklch, from: Oklch, to: Oklch): Oklch {
  const goal = Math.min(0.92, Math.max(0.34, to.lightness));
  const contrast = goal < 0.42 ? 0.55 : 0.85;
  const purity = from.chroma < grayChroma ? 1 : Math.min(1.3, Math.max(0.45, color.chroma / from.chroma));
  const turn = from.chroma < grayChroma ? 0 : hueBetween(from.hue, color.hue) * 0.35;
  return {
    lightness: Math.min(0.985, Math.max(0.08, goal + (color.lightness - from.lightness) * contrast)),
    chroma: to.chroma * purity,
    hue: (to.hue + turn + 360) % 360,
  };
}

/** 0 … 1: how far a color is a shade of the main one. */
function shadeShare(color: Oklch, main: Oklch, reach: number): number {
  if (main.chroma < grayChroma) {
    const similarity = fade(Math.abs(color.lightness - main.lightness), 0.3, 0.5);
    return similarity * fade(color.chroma, 0.05, 0.09);
  }
  const sameHue = fade(Math.abs(hueBetween(main.hue, color.hue)), reach - 8, reach + 10);
  return sameHue * (1 - fade(color.chroma, main.chroma * 0.3, main.chroma * 0.55));
}

/** 1 below `low`, 0 above `high`. */
function fade(value: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (high - value) / (high - low)));
}

function blend(first: Oklch, second: Oklch, share: number): Oklch {
  const hue = first.chroma < 0.01 ? second.hue : first.hue + hueBetween(first.hue, second.hue) * share;
  return {
    lightness: first.lightness + (second.lightness - first.lightness) * share,
    chroma: first.chroma + (second.chroma - first.chroma) * share,
    hue: (hue + 360) % 360,
  };
}
