/** Leaves, fire, a town, a room, and what space would sound like. */
import { addHum } from '../signal/add-hum.ts';
import { addNoise } from '../signal/add-noise.ts';
import { addBurst, addTone, pluck, swell } from '../signal/add-tone.ts';
import { between, drift, moments } from '../signal/chance.ts';
import { trackSeconds, type Voice } from '../signal/track.ts';
import { deriveSeed } from '../../random/random.ts';

/** `strength` of the wind, 0 … 1. */
export function leaves(strength: number): Voice {
  return (track, { seed, gain }) => {
    const gust = drift(deriveSeed(seed, 'gusts'), 0.33);
    const flutter = drift(deriveSeed(seed, 'flutter'), 6);
    const level = (seconds: number) => (0.25 + 1.2 * gust(seconds) ** 2) * (0.75 + 0.5 * flutter(seconds));
    const side = drift(deriveSeed(seed, 'side'), 0.25);
    const rustle = [
      { kind: 'high', hz: 1500, q: 0.5 },
      { kind: 'low', hz: 3800 + 2200 * strength, q: 0.5 },
    ] as const;
    const pan = (seconds: number) => side(seconds) * 1.4 - 0.7;
    addNoise(track, { seed, gain: gain * (0.5 + 0.5 * strength), filters: rustle, level, pan, width: 1 });
  };
}

export const fire: Voice = (track, { seed, gain }) => {
  const part = (name: string) => deriveSeed(seed, name);
  const flame = drift(part('flame'), 5);
  const breath = drift(part('breath'), 0.8);
  const roar = [
    { kind: 'low', hz: 220 },
    { kind: 'high', hz: 40 },
  ] as const;
  const level = (seconds: number) => 0.35 + 0.5 * breath(seconds) + 0.3 * flame(seconds);
  addNoise(track, { seed, gain: gain * 0.5, filters: roar, level, width: 0.5 });
  const lick = [
    { kind: 'band', hz: 620, q: 0.5 },
    { kind: 'low', hz: 2600 },
  ] as const;
  addNoise(track, {
    seed: part('lick'),
    gain: gain * 0.24,
    filters: lick,
    level: t => flame(t) * breath(t) * 2,
    width: 0.5,
  });
  for (const { at, random } of moments(
    { seed: part('crackles'), every: [0.01, 0.17] },
    trackSeconds(track),
  )) {
    // Nearly all crackles are small. A few are loud snaps.
    const size = random() ** 4;
    addBurst(track, {
      at,
      seconds: 0.006 + 0.016 * size,
      seed: Math.floor(random() * 1e9),
      filters: [{ kind: 'band', hz: between(random, 1400, 4600), q: 1.2 }],
      gain: gain * (0.12 + 1.5 * size),
      pan: between(random, -0.4, 0.4),
      envelope: pluck,
    });
  }
};

/** The hum of many streets, and cars that pass far off. `size` 0 … 1: from a quiet street to a great city. */
export function town(size: number): Voice {
  return (track, { seed, gain }) => {
    const part = (name: string) => deriveSeed(seed, name);
    const tide = drift(part('tide'), 0.25);
    const farFilters = [
      { kind: 'low', hz: 300, q: 0.5 },
      { kind: 'high', hz: 45 },
    ] as const;
    addNoise(track, {
      seed,
      gain: gain * (0.35 + 0.35 * size),
      filters: farFilters,
      level: t => 0.8 + 0.4 * tide(t),
      width: 1,
    });
    const air = [
      { kind: 'band', hz: 850, q: 0.4 },
      { kind: 'low', hz: 2600 },
    ] as const;
    addNoise(track, {
      seed: part('air'),
      gain: gain * 0.16,
      filters: air,
      level: t => 0.8 + 0.4 * tide(t + 30),
      width: 1,
    });
    const every = [5.5 - 3 * size, 9 - 5 * size] as const;
    for (const { at, random } of moments({ seed: part('cars'), every, first: 0.2 }, trackSeconds(track))) {
      const from = random() < 0.5 ? -1 : 1;
      const loud = gain * between(random, 0.35, 0.8);
      const seconds = between(random, 3.5, 6);
      const passing = { at, seconds, envelope: swell(0.5) };
      const tyres = [
        { kind: 'band', hz: between(random, 380, 620), q: 0.6 },
        { kind: 'low', hz: 1700 },
      ] as const;
      const derivePart = (name: string) => part(`${name} ${at}`);
      // Heard on one side first, then on the other.
      addBurst(track, {
        ...passing,
        seed: derivePart('come'),
        filters: tyres,
        gain: loud * 0.5,
        pan: 0.6 * from,
      });
      addBurst(track, {
        ...passing,
        at: at + seconds * 0.2,
        seed: derivePart('go'),
        filters: tyres,
        gain: loud * 0.45,
        pan: -0.6 * from,
      });
    }
  };
}

/** The quiet noise of a closed room. */
export const roomTone: Voice = (track, { seed, gain }) => {
  const air = [
    { kind: 'low', hz: 320, q: 0.5 },
    { kind: 'high', hz: 40 },
  ] as const;
  const slow = drift(deriveSeed(seed, 'slow'), 0.3);
  addNoise(track, { seed, gain: gain * 0.9, filters: air, level: t => 0.9 + 0.2 * slow(t), width: 0.7 });
  const vent = [
    { kind: 'band', hz: 1100, q: 0.4 },
    { kind: 'low', hz: 3000 },
  ] as const;
  addNoise(track, { seed: deriveSeed(seed, 'vent'), gain: gain * 0.12, filters: vent, width: 1 });
};

export const clock: Voice = (track, { seed, gain }) => {
  for (let index = 0, at = 0.35; at < trackSeconds(track); index++, at += 0.5) {
    const hz = index % 2 === 0 ? 2350 : 1950;
    const tick = { at, gain: gain * (index % 2 === 0 ? 0.8 : 0.6), pan: 0.25 };
    addTone(track, { ...tick, seconds: 0.03, hz: () => hz, overtones: [1, 0.4, 0.2], envelope: pluck });
    addBurst(track, {
      ...tick,
      seconds: 0.008,
      seed: deriveSeed(seed, `${index}`),
      filters: [{ kind: 'band', hz: 3400, q: 1 }],
      envelope: pluck,
    });
  }
};

/** Space is silent, so a quiet chord with varying parts is played instead. */
export const space: Voice = (track, { seed, gain }) => {
  const part = (name: string) => deriveSeed(seed, name);
  const ground = 52 + (seed % 12);
  const chord = [1, 1.5, 2, 2.997, 4.01, 6.02];
  for (const [index, ratio] of chord.entries()) {
    const come = drift(part(`tone ${index}`), 0.16);
    const waver = drift(part(`waver ${index}`), 0.4);
    addHum(track, {
      seed: part(`start ${index}`),
      gain: (gain * 0.5) / (1 + index * 0.5),
      overtones: [1, 0.35, 0.12],
      hz: seconds => ground * ratio * (1 + 0.003 * waver(seconds)),
      level: seconds => 0.25 + 0.9 * come(seconds),
      pan: seconds => (index % 2 === 0 ? 0.7 : -0.7) * (waver(seconds + 50) - 0.2),
    });
  }
  const wide = drift(part('wide'), 0.2);
  const veil = [
    { kind: 'band', hz: 900, q: 1.4 },
    { kind: 'low', hz: 2500 },
  ] as const;
  const tune = (seconds: number) => 500 + 900 * wide(seconds);
  addNoise(track, { seed, gain: gain * 0.12, filters: veil, level: t => 0.3 + wide(t), tune, width: 1 });
  const deepFilters = [
    { kind: 'low', hz: 80 },
    { kind: 'high', hz: 28 },
  ] as const;
  addNoise(track, { seed: part('deep'), gain: gain * 0.5, filters: deepFilters });
};
