/** A bed of filtered noise over the whole track: wind, rain, surf, the hum of a city. */
import { openNoise } from './chance.ts';
import { evenGain, type FilterShape, openFilter } from './filter.ts';
import { type Part, sampleRate, panGains, type Track } from './track.ts';
import { deriveSeed } from '../../random/random.ts';

export interface NoiseBed extends Part {
  /** The filters, applied one after the other. */
  readonly filters: readonly FilterShape[];
  /** The loudness at a time. Absent means 1. */
  readonly level?: (seconds: number) => number;
  /** The place from left (-1) to right (1) at a time. Absent means the middle. */
  readonly pan?: (seconds: number) => number;
  /** The frequency in hertz that the first filter is tuned to at a time. */
  readonly tune?: (seconds: number) => number;
  /** 0: the same on both sides … 1: nothing in common. */
  readonly width?: number;
}

/** Levels and tunings follow at this many samples. */
const blockLength = 128;

export function addNoise({ left, right }: Track, bed: NoiseBed): void {
  const { seed, filters, level = () => 1, pan = () => 0, tune, width = 0.8 } = bed;
  const gain = bed.gain * evenGain(filters);
  const [middle, side] = [
    openStream(deriveSeed(seed, 'middle'), filters),
    openStream(deriveSeed(seed, 'side'), filters),
  ];
  const [middleGain, sideGain] = [
    Math.cos((width * Math.PI) / 4) * gain,
    Math.sin((width * Math.PI) / 4) * gain,
  ];
  const sidesAt = (seconds: number) => {
    const loud = level(seconds);
    const sides = panGains(pan(seconds));
    return { left: sides.left * loud, right: sides.right * loud };
  };
  let now = sidesAt(0);
  for (let from = 0; from < left.length; from += blockLength) {
    const seconds = from / sampleRate;
    if (tune) for (const stream of [middle, side]) stream.tune(tune(seconds));
    const next = sidesAt((from + blockLength) / sampleRate);
    const m = middle.next();
    const s = side.next();
    const end = Math.min(blockLength, left.length - from);
    const [leftStep, rightStep] = [
      (next.left - now.left) / blockLength,
      (next.right - now.right) / blockLength,
    ];
    let leftGain = now.left;
    let rightGain = now.right;
    for (let i = 0; i < end; i++) {
      const middlePart = m[i] * middleGain;
      const sidePart = s[i] * sideGain;
      left[from + i] += (middlePart + sidePart) * leftGain;
      right[from + i] += (middlePart - sidePart) * rightGain;
      leftGain += leftStep;
      rightGain += rightStep;
    }
    now = next;
  }
}

function openStream(seed: number, shapes: readonly FilterShape[]) {
  const noise = openNoise(seed);
  const filters = shapes.map(openFilter);
  const block = new Float64Array(blockLength);
  return {
    tune: (hz: number) => filters[0]?.tune(hz),
    /** The next call reuses the buffer. */
    next: () => {
      noise(block);
      for (const filter of filters) filter.run(block);
      return block;
    },
  };
}
