/** Excluded colors: pixels that have them get a neighboring color, or a tone near black and white. */
import { clamp, luminance, parseColor, smooth } from '../raster/colors.ts';

type Avoid = (color: Float32Array) => void;

export function openAvoidance(colors: readonly string[] | undefined): Avoid | undefined {
  if (!colors || colors.length === 0) return undefined;
  const all = colors.map(createAvoidance);
  return color => {
    for (const avoid of all) avoid(color);
  };
}

function createAvoidance(css: string): Avoid {
  const [r, g, b] = parseColor(css);
  const span = Math.max(r, g, b) - Math.min(r, g, b);
  if (span > 36) return avoidHue(toHue(r, g, b), Math.max(r, g, b) < 150 && span < 90);
  const light = luminance([r, g, b]);
  return light > 215 ? avoidWhite : light < 80 ? avoidBlack : avoidGray;
}

/** Hues near the unwanted one turn to the neighboring color on their side. */
function avoidHue(hue: number, dull: boolean): Avoid {
  // Green covers a wide range of hues from lime to teal, red a narrow one.
  const isGreen = hue > 70 && hue < 175;
  const reach = isGreen ? 62 : dull ? 24 : 28;
  return color => {
    const [r, g, b] = [color[0], color[1], color[2]];
    const maximum = Math.max(r, g, b);
    const span = maximum - Math.min(r, g, b);
    if (span < 6) return;
    const pixelHue = toHue(r, g, b);
    const hueDifference = ((pixelHue - hue + 540) % 360) - 180;
    if (Math.abs(hueDifference) > reach + 14) return;
    const share = smooth(reach + 14, reach - 6, Math.abs(hueDifference)) * smooth(6, 30, span);
    const targetHue = hue + (hueDifference < 0 ? -1 : 1) * (reach + 15);
    const aim = fromHue(targetHue, maximum, span * 0.72);
    for (let channel = 0; channel < 3; channel++) color[channel] += (aim[channel] - color[channel]) * share;
  };
}

const avoidWhite: Avoid = color => {
  const light = luminance([color[0], color[1], color[2]]);
  const share = smooth(185, 240, light);
  for (let channel = 0; channel < 3; channel++)
    color[channel] += ([196, 178, 146][channel] - color[channel]) * share;
};

const avoidBlack: Avoid = color => {
  const light = luminance([color[0], color[1], color[2]]);
  const share = smooth(84, 20, light) * 0.92;
  for (let channel = 0; channel < 3; channel++)
    color[channel] += ([92, 84, 118][channel] - color[channel]) * share;
};

const avoidGray: Avoid = color => {
  const maximum = Math.max(color[0], color[1], color[2]);
  const span = maximum - Math.min(color[0], color[1], color[2]);
  const share = smooth(46, 12, span) * smooth(40, 90, maximum) * smooth(236, 190, maximum);
  const warm = [1.14, 0.98, 0.76];
  for (let channel = 0; channel < 3; channel++)
    color[channel] = clamp(color[channel] * (1 + (warm[channel] - 1) * share), 0, 255);
};

/** The hue in degrees, where red is 0. */
function toHue(r: number, g: number, b: number): number {
  return (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI;
}

/** A color of this hue with this brightest channel and this distance to the darkest. */
function fromHue(degrees: number, high: number, span: number): readonly [number, number, number] {
  const turn = ((((degrees % 360) + 360) % 360) / 60) % 6;
  const channel = (shift: number) => {
    const at = (turn + shift) % 6;
    return high - span * clamp(Math.min(at, 4 - at), 0, 1);
  };
  return [channel(5), channel(3), channel(1)];
}
