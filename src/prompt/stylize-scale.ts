/** `--stylize`: version 3 counted from 625 to 60000, all others count from 0 to 1000. Inside there is one scale. */

export const usualStylize = 100;
const most = 1000;
/** Version 3's range, and what it took when none was given: our 100. */
const old = { least: 625, usual: 2500, most: 60_000 };
const below = usualStylize / old.usual;
const above = (most - usualStylize) / (old.most - old.usual);

export function stylizeRange(version: string): readonly [number, number] {
  return version === '3' ? [old.least, old.most] : [0, most];
}

/** A version's own number on the scale from 0 to 1000. */
export function toStylizeScale(own: number, version: string): number {
  if (version !== '3') return own;
  return own <= old.usual ? own * below : Math.min(most, usualStylize + (own - old.usual) * above);
}

/** The number that a version's prompt says for a place on the scale. */
export function fromStylizeScale(scale: number, version: string): number {
  if (version !== '3') return scale;
  return Math.round(scale <= usualStylize ? scale / below : old.usual + (scale - usualStylize) / above);
}
