/**
 * Estimates the light of a picture: its brightest place, and the time of day and weather that
 * brightness and warmth suggest.
 */
import type { TimeOfDay, Weather } from '../scene/reading.ts';
import { averageRows } from './find-horizon.ts';
import { toChroma, toHue } from './find-palette.ts';
import type { Lab, SmallPicture } from './small-picture.ts';

export interface FoundLight {
  /** The brightest place, in fractions of width and height. */
  readonly x: number;
  readonly y: number;
  /** Mean lightness, and the range between dark and bright parts, both 0 … 1. */
  readonly brightness: number;
  readonly contrast: number;
  /** Mean chroma, about 0 … 0.2. */
  readonly colorfulness: number;
  readonly time: TimeOfDay;
  readonly weather: Weather;
}

export function findLight(picture: SmallPicture, horizon: number): FoundLight {
  const { lab } = picture;
  const lightness = Float32Array.from({ length: lab.length / 3 }, (_, index) => lab[index * 3]);
  const sorted = lightness.toSorted();
  const quantile = (share: number) => sorted[Math.floor(share * (sorted.length - 1))];
  const brightness = lightness.reduce((sum, value) => sum + value, 0) / lightness.length;
  let chroma = 0;
  for (let at = 0; at < lab.length; at += 3) chroma += Math.hypot(lab[at + 1], lab[at + 2]);
  const contrast = quantile(0.95) - quantile(0.05);
  const colorfulness = chroma / lightness.length;
  const sky = {
    high: averageRows(picture, { from: 0, to: horizon * 0.4 }),
    low: averageRows(picture, { from: horizon * 0.65, to: horizon }),
  };
  return {
    ...brightestPlace(picture, quantile(0.985)),
    brightness,
    contrast,
    colorfulness,
    time: guessTime(sky, brightness),
    weather: guessWeather(sky, { contrast, brightness }),
  };
}

/** The centroid of the pixels that are at least this bright. */
function brightestPlace({ width, height, lab }: SmallPicture, least: number): { x: number; y: number } {
  let [x, y, count] = [0, 0, 0];
  for (let at = 0; at < width * height; at++) {
    if (lab[at * 3] < least) continue;
    x += at % width;
    y += Math.floor(at / width);
    count++;
  }
  return { x: x / count / width, y: y / count / height };
}

interface FoundSky {
  readonly high: Lab;
  readonly low: Lab;
}

function guessTime({ high, low }: FoundSky, brightness: number): TimeOfDay {
  if (brightness < 0.42 && high[0] < 0.46 && low[0] < 0.6 && !(isWarm(low) && toChroma(low) > 0.07))
    return 'night';
  if (isWarm(low) && toChroma(low) > 0.055) {
    if (high[0] < 0.42) return 'dusk';
    return high[0] < 0.68 || toChroma(low) > 0.1 ? 'sunset' : 'dawn';
  }
  if (high[0] < 0.42 && low[0] < 0.68) return 'dusk';
  return isWarm(low) ? 'morning' : low[0] > 0.8 ? 'noon' : 'afternoon';
}

/** Hues from red to yellow, and the pink of an evening sky. */
function isWarm(lab: Lab): boolean {
  const hue = toHue(lab);
  return toChroma(lab) > 0.02 && (hue < 105 || hue > 340);
}

function guessWeather({ high, low }: FoundSky, light: { contrast: number; brightness: number }): Weather {
  const isGray = toChroma(high) < 0.025 && toChroma(low) < 0.03;
  if (isGray && light.contrast < 0.3 && light.brightness > 0.5) return 'fog';
  if (isGray && high[0] > 0.4) return 'overcast';
  return low[0] - high[0] > 0.12 || toChroma(high) > 0.06 ? 'clear' : 'cloudy';
}
