/**
 * Randomness in sound: white noise, slow drifts, and moments at uneven intervals. All of it follows
 * from seeds and absolute time.
 */
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';

/** Uniform random numbers of -1 … 1 have a root mean square of 1 / sqrt(3). */
const scale = Math.sqrt(3) / 2147483648;

/** Fills blocks with white noise of loudness (root mean square) 1. */
export function openNoise(seed: number): (samples: Float64Array) => void {
  // The generator must not begin at 0, and similar seeds would begin with similar numbers.
  let state = deriveSeed(seed, 'noise') | 1;
  return samples => {
    let bits = state;
    for (let i = 0; i < samples.length; i++) {
      bits ^= bits << 13;
      bits ^= bits >>> 17;
      bits ^= bits << 5;
      samples[i] = bits * scale;
    }
    state = bits;
  };
}

/** Varies smoothly between 0 and 1, with about `perSecond` changes of direction a second. */
export function drift(seed: number, perSecond: number): (seconds: number) => number {
  const at = (index: number) => {
    let bits = Math.imul(index ^ seed, 0x45d9f3b);
    bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
    return ((bits ^ (bits >>> 16)) >>> 0) / 4294967296;
  };
  return seconds => {
    const place = seconds * perSecond;
    const index = Math.floor(place);
    const share = place - index;
    const smoothShare = share * share * (3 - 2 * share);
    return at(index) + (at(index + 1) - at(index)) * smoothShare;
  };
}

export interface Moment {
  readonly at: number;
  /** Random numbers of this moment only. */
  readonly random: Random;
}

export interface Moments {
  readonly seed: number;
  /** Seconds between two of them. */
  readonly every: readonly [shortest: number, longest: number];
  /** The second of the first one. Absent means somewhere in the first interval. */
  readonly first?: number;
}

export function* moments({ seed, every, first }: Moments, until: number): Generator<Moment> {
  const [shortest, longest] = every;
  const pace = seededRandom(seed);
  let at = first ?? pace() * longest;
  for (let index = 0; at < until; index++) {
    yield { at, random: seededRandom(deriveSeed(seed, `${index}`)) };
    at += shortest + pace() * (longest - shortest);
  }
}

export function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random();
}
