/** Second-order filters in the state-variable form of Andrew Simper, which may be tuned while they run. */
import { sampleRate } from './track.ts';

export interface FilterShape {
  readonly kind: 'low' | 'band' | 'high';
  readonly hz: number;
  /** Narrowness; 0.7 has no peak. */
  readonly q?: number;
}

export interface Filter {
  /** Filters these samples in place and continues where the last call ended. */
  run(samples: Float64Array): void;
  tune(hz: number): void;
}

export function openFilter({ kind, hz, q = 0.7 }: FilterShape): Filter {
  const damping = 1 / q;
  const [direct, first, second] = { low: [0, 0, 1], band: [0, damping, 0], high: [1, -damping, -1] }[
    kind
  ] as [number, number, number];
  // The two states as functions of each other and of the input, multiplied out:
  // half as long a chain per sample.
  let keep1 = 0;
  let cross = 0;
  let keep2 = 0;
  let feed2 = 0;
  let memory1 = 0;
  let memory2 = 0;
  const tune = (hz: number) => {
    const g = Math.tan((Math.PI * Math.min(hz, sampleRate * 0.45)) / sampleRate);
    const share = 2 / (1 + g * (g + damping));
    keep1 = share - 1;
    cross = share * g;
    feed2 = share * g * g;
    keep2 = 1 - feed2;
  };
  tune(hz);
  return {
    tune,
    run: samples => {
      const [k1, c, k2, f2, d, o1, o2] = [keep1, cross, keep2, feed2, direct, first * 0.5, second * 0.5];
      let m1 = memory1;
      let m2 = memory2;
      for (let i = 0; i < samples.length; i++) {
        const input = samples[i];
        const next1 = c * input - c * m2 + k1 * m1;
        const next2 = f2 * input + c * m1 + k2 * m2;
        samples[i] = d * input + o1 * (m1 + next1) + o2 * (m2 + next2);
        m1 = next1;
        m2 = next2;
      }
      memory1 = m1;
      memory2 = m2;
    },
  };
}

/**
 * Returns the factor by which white noise comes out of these filters, one after the other, as loud as it went
 * in.
 */
export function evenGain(shapes: readonly FilterShape[]): number {
  const impulse = new Float64Array(8192);
  impulse[0] = 1;
  for (const shape of shapes) openFilter(shape).run(impulse);
  return 1 / Math.sqrt(impulse.reduce((sum, sample) => sum + sample * sample, 0));
}
