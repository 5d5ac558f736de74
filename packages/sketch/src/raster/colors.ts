/** Colors as three numbers 0 … 255, mixed and moved for painting. */

export type Rgb = readonly [number, number, number];

/** The color whose red, green and blue are made of 0, 1 and 2, the channels. */
export function mapChannels(readChannel: (channel: 0 | 1 | 2) => number): Rgb {
  return [readChannel(0), readChannel(1), readChannel(2)];
}

export function parseColor(css: string): Rgb {
  const hex = css.startsWith('#') ? css.slice(1) : (namedColors[css.toLowerCase()] ?? '888888');
  const digits = hex.length === 3 ? [...hex].map(digit => digit + digit).join('') : hex;
  const value = Number.parseInt(digits.slice(0, 6), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

export function toCss(color: Rgb, alpha = 1): string {
  const [r, g, b] = color.map(channel => Math.round(clamp(channel, 0, 255)));
  return alpha >= 1 ? `rgb(${r},${g},${b})` : `rgba(${r},${g},${b},${Math.max(0, alpha).toFixed(3)})`;
}

export function toHex(color: Rgb): string {
  return `#${color
    .map(channel =>
      Math.round(clamp(channel, 0, 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const part = clamp(share, 0, 1);
  return [
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
    from[2] + (to[2] - from[2]) * part,
  ];
}

export function scaleColor(color: Rgb, factor: number): Rgb {
  return [
    Math.min(255, color[0] * factor),
    Math.min(255, color[1] * factor),
    Math.min(255, color[2] * factor),
  ];
}

export function luminance(color: Rgb): number {
  return color[0] * 0.299 + color[1] * 0.587 + color[2] * 0.114;
}

export function saturateColor(color: Rgb, factor: number): Rgb {
  const gray = luminance(color);
  return [
    clamp(gray + (color[0] - gray) * factor, 0, 255),
    clamp(gray + (color[1] - gray) * factor, 0, 255),
    clamp(gray + (color[2] - gray) * factor, 0, 255),
  ];
}

/** Turns the hue by `degrees`, keeping the luminance about the same. */
export function turnHue(color: Rgb, degrees: number): Rgb {
  const angle = (degrees * Math.PI) / 180;
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const [r, g, b] = color;
  const i = 0.596 * r - 0.274 * g - 0.322 * b;
  const q = 0.211 * r - 0.523 * g + 0.312 * b;
  const y = luminance(color);
  const turnedI = i * cos - q * sin;
  const turnedQ = i * sin + q * cos;
  return [
    clamp(y + 0.956 * turnedI + 0.621 * turnedQ, 0, 255),
    clamp(y - 0.272 * turnedI - 0.647 * turnedQ, 0, 255),
    clamp(y - 1.106 * turnedI + 1.703 * turnedQ, 0, 255),
  ];
}

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** 0 below `low`, 1 above `high`, smooth between; works with low > high too. */
export function smooth(low: number, high: number, value: number): number {
  const t = clamp((value - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

// A table reads best in rows.
// oxfmt-ignore
const namedColors: Partial<Record<string, string>> = {
  red: 'd63c31', orange: 'f08a2c', yellow: 'f4cf3d', green: '4c9a4a', blue: '3a74c4', purple: '7e4fa8', pink: 'f08bb0',
  white: 'f6f3ec', black: '26262b', gray: '85888d', 'grey': '85888d', brown: '7d5436', teal: '2b8c8c', cyan: '45bfd6',
  gold: 'd9a93a', silver: 'b9c0c8', turquoise: '43c0b4', violet: '8a5cc9', crimson: 'b3203a', magenta: 'cc3d9a', beige: 'e2d3b4',
};
