/**
 * Single sounds at a moment: a tone that glides (chirps, bubbles, drops) and a burst of noise
 * (crackles, thunder, hooves).
 */
import { openNoise } from './chance.ts';
import { type FilterShape, openFilter } from './filter.ts';
import { sampleRate, panGains, type Track } from './track.ts';

/** The loudness, from 0 to 1, once `share` of the length of a sound has passed, also from 0 to 1. */
export type Envelope = (share: number) => number;

interface PlacedSound {
  readonly at: number;
  readonly seconds: number;
  /** Peak of a tone; loudness (root mean square) of a burst before its envelope. */
  readonly gain: number;
  /** -1 left … 1 right. */
  readonly pan?: number;
  readonly envelope?: Envelope;
}

export interface Tone extends PlacedSound {
  /** The frequency once `share` of the length has passed. */
  readonly hz: (share: number) => number;
  /** The loudness of the overtones, beginning with the fundamental. Absent means the fundamental alone. */
  readonly overtones?: readonly number[];
}

export interface Burst extends PlacedSound {
  readonly seed: number;
  readonly filters: readonly FilterShape[];
}

/** Rises in the share `attack` of the length, then falls, both smoothly. */
export function swell(attack: number): Envelope {
  return share => {
    const rise = share < attack ? share / attack : (1 - share) / (1 - attack);
    return rise * rise * (3 - 2 * rise);
  };
}

/** Begins at full loudness, like a struck string, and decays. */
export const pluck: Envelope = share => {
  const square = (1 - share) * (1 - share);
  return Math.min(1, share * 40) * square * square * square;
};

const gentleSwell = swell(0.4);

/** One period of a sine as a table, because computing it for each sample would double the work. */
const sines = Float64Array.from({ length: 16_384 }, (_, i) => Math.sin((2 * Math.PI * i) / 16_384));

export function addTone(track: Track, { hz, overtones = [1], ...sound }: Tone): void {
  let turns = 0;
  addSamples(track, sound, share => {
    turns += hz(share) / sampleRate;
    let sample = 0;
    for (let index = 0; index < overtones.length; index++) {
      sample += overtones[index] * sines[(turns * (index + 1) * sines.length) & (sines.length - 1)];
    }
    return sample;
  });
}

export function addBurst(track: Track, { seed, filters, ...sound }: Burst): void {
  const samples = new Float64Array(Math.ceil(sound.seconds * sampleRate));
  openNoise(seed)(samples);
  for (const filter of filters) openFilter(filter).run(samples);
  const loudness = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
  let index = 0;
  addSamples(track, sound, () => samples[index++] / loudness);
}

function addSamples(track: Track, sound: PlacedSound, next: (share: number) => number): void {
  const { at, seconds, gain, pan = 0, envelope = gentleSwell } = sound;
  const from = Math.round(at * sampleRate);
  const length = Math.ceil(seconds * sampleRate);
  const end = Math.min(length, track.left.length - from);
  const { left, right } = panGains(pan);
  for (let i = 0; i < end; i++) {
    const share = i / length;
    const sample = next(share) * gain * envelope(share);
    track.left[from + i] += sample * left;
    track.right[from + i] += sample * right;
  }
}
