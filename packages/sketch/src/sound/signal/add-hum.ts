/** A tone that lasts, with its overtones: engines, drones, a transformer. */
import { type Part, sampleRate, panGains, type Track } from './track.ts';

export interface Hum extends Part {
  readonly hz: (seconds: number) => number;
  /** Loudness of the overtones, from the ground tone on. */
  readonly overtones: readonly number[];
  readonly level?: (seconds: number) => number;
  readonly pan?: (seconds: number) => number;
}

const waveLength = 4096;
const blockLength = 128;

/** The loudness (root mean square) is 1 times the gain. */
export function addHum(
  track: Track,
  { seed, gain, hz, overtones, level = () => 1, pan = () => 0 }: Hum,
): void {
  const wave = createWave(overtones);
  const sidesAt = (seconds: number) => {
    const loud = level(seconds) * gain;
    const { left, right } = panGains(pan(seconds));
    return { left: left * loud, right: right * loud };
  };
  let place = seed % waveLength;
  let now = sidesAt(0);
  for (let from = 0; from < track.left.length; from += blockLength) {
    const step = (hz(from / sampleRate) * waveLength) / sampleRate;
    const next = sidesAt((from + blockLength) / sampleRate);
    const end = Math.min(blockLength, track.left.length - from);
    for (let i = 0; i < end; i++) {
      const share = i / blockLength;
      const index = Math.floor(place);
      const sample = wave[index] + (wave[index + 1] - wave[index]) * (place - index);
      track.left[from + i] += sample * (now.left + (next.left - now.left) * share);
      track.right[from + i] += sample * (now.right + (next.right - now.right) * share);
      place += step;
      if (place >= waveLength) place -= waveLength;
    }
    now = next;
  }
}

/**
 * One period, with the first sample repeated at its end. Overtones have different phases, because
 * equal ones would make a click.
 */
function createWave(overtones: readonly number[]): Float64Array {
  const loudness = Math.sqrt(overtones.reduce((sum, each) => sum + each * each, 0) / 2);
  return Float64Array.from({ length: waveLength + 1 }, (_, i) =>
    overtones.reduce(
      (sum, each, index) =>
        sum +
        (each / loudness) * Math.sin((2 * Math.PI * (index + 1) * i) / waveLength + index * index * 1.3),
      0,
    ),
  );
}
