/** Perceived loudness in LUFS: ITU-R BS.1770 without its gate, at 48 kHz. */
import type { Track } from './signal/track.ts';

/** Measures the first `samples` samples of a track. */
export function measureLoudness({ left, right }: Track, samples = left.length): number {
  const power = weightedPower(left, samples) + weightedPower(right, samples);
  return -0.691 + 10 * Math.log10(power + 1e-12);
}

/**
 * Both filters as the standard prints them for 48 kHz: the head's shelf, then the
 * ear's loss of the lowest tones.
 */
function weightedPower(side: Float32Array, samples: number): number {
  let x1 = 0;
  let x2 = 0;
  let y1 = 0;
  let y2 = 0;
  let z1 = 0;
  let z2 = 0;
  let sum = 0;
  for (let i = 0; i < samples; i++) {
    const x = side[i];
    const shelf = 1.53512485958697 * x - 2.69169618940638 * x1 + 1.19839281085285 * x2;
    const y = shelf + 1.69065929318241 * y1 - 0.73248077421585 * y2;
    const z = y - 2 * y1 + y2 + 1.99004745483398 * z1 - 0.99007225036621 * z2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    z2 = z1;
    z1 = z;
    sum += z * z;
  }
  return sum / samples;
}
