/**
 * Converts `--stylize`: version 3 uses 625 to 60000, all others 0 to 1000.
 * Internally only the latter is used.
 */

export const defaultStylize = 100;
const most = 1000;
/** The range of version 3, and its default, which corresponds to 100. */
const old = { least: 625, usual: 2500, most: 60_000 };
const lowerSlope = defaultStylize / old.usual;
const upperSlope = (most - defaultStylize) / (old.most - old.usual);

export function stylizeRange(version: string): readonly [number, number] {
  return version === '3' ? [old.least, old.most] : [0, most];
}

/** Converts the value of a version to the scale from 0 to 1000. */
export function toStylizeScale(value: number, version: string): number {
  if (version !== '3') return value;
  return value <= old.usual
    ? value * lowerSlope
    : Math.min(most, defaultStylize + (value - old.usual) * upperSlope);
}

/** Converts a value on the scale to that of a version. */
export function fromStylizeScale(scale: number, version: string): number {
  if (version !== '3') return scale;
  return Math.round(
    scale <= defaultStylize ? scale / lowerSlope : old.usual + (scale - defaultStylize) / upperSlope,
  );
}
