/** Near vehicles: their engines, and the sound of road, water or air around them. */
import { addHum } from '../signal/add-hum.ts';
import { addNoise } from '../signal/add-noise.ts';
import { addBurst, pluck, swell } from '../signal/add-tone.ts';
import { between, drift, moments } from '../signal/chance.ts';
import type { FilterShape } from '../signal/filter.ts';
import { trackSeconds, type Part, type Track, type Voice } from '../signal/track.ts';
import { deriveSeed } from '../../random/random.ts';

interface Motor {
  /** Firings a second. */
  readonly hz: number;
  /** The rate at which the overtones fall off: the smaller, the harsher. */
  readonly mellow: number;
  /** The unevenness of its run, 0 … 1. */
  readonly rough?: number;
  /** Road, wake or air around it. */
  readonly rush?: { readonly hz: number; readonly gain: number };
}

const motors = {
  car: { hz: 62, mellow: 1.2, rough: 0.25, rush: { hz: 800, gain: 0.95 } },
  truck: { hz: 38, mellow: 1.1, rough: 0.6, rush: { hz: 420, gain: 0.45 } },
  motorcycle: { hz: 74, mellow: 0.9, rough: 0.5, rush: { hz: 900, gain: 0.25 } },
  motorboat: { hz: 46, mellow: 1.2, rough: 0.5, rush: { hz: 1300, gain: 0.7 } },
  ship: { hz: 41, mellow: 1, rough: 0.3, rush: { hz: 600, gain: 0.9 } },
  propeller: { hz: 84, mellow: 0.8, rough: 0.35, rush: { hz: 1000, gain: 0.3 } },
  tram: { hz: 92, mellow: 1.4, rough: 0.15, rush: { hz: 500, gain: 0.8 } },
  saucer: { hz: 146, mellow: 2.2, rough: 0.9, rush: { hz: 1600, gain: 0.15 } },
} satisfies Record<string, Motor>;

/** An engine that runs unevenly and varies its speed a little. */
function motor({ hz, mellow, rough = 0.3, rush }: Motor): Voice {
  return (track, { seed, gain }) => {
    const pace = drift(deriveSeed(seed, 'pace'), 0.4);
    const shake = drift(deriveSeed(seed, 'shake'), 11);
    const speed = 0.95 + (seed % 11) / 100;
    const overtones = Array.from({ length: 14 }, (_, index) => (index + 1) ** -mellow);
    const turning = (seconds: number) =>
      hz * speed * (0.96 + 0.08 * pace(seconds) + 0.012 * rough * shake(seconds));
    const level = (seconds: number) => 1 - 0.4 * rough + 0.8 * rough * shake(seconds);
    const side = (seconds: number) => (pace(seconds + 20) - 0.5) * 0.5;
    addHum(track, { seed, gain: gain * 0.55, overtones, hz: turning, level, pan: side });
    // Every other firing is a little weaker: the half tone below.
    const half = overtones.map((each, index) => (index % 2 === 0 ? each : 0));
    addHum(track, { seed, gain: gain * 0.22, overtones: half, hz: t => turning(t) / 2, level, pan: side });
    if (!rush) return;
    const filters: readonly FilterShape[] = [
      { kind: 'band', hz: rush.hz, q: 0.5 },
      { kind: 'low', hz: rush.hz * 3 },
    ];
    const flow = drift(deriveSeed(seed, 'flow'), 1.5);
    const air = { seed: deriveSeed(seed, 'rush'), gain: gain * rush.gain * 0.7, filters };
    addNoise(track, { ...air, level: t => 0.8 + 0.4 * flow(t), pan: side });
  };
}

/** A steam engine: four bursts of steam for each turn of the wheels, over the rumble of the rails. */
const locomotive: Voice = (track, { seed, gain }) => {
  addRails(track, { seed: deriveSeed(seed, 'rails'), gain: gain * 0.8 });
  for (let index = 0, at = 0.1; at < trackSeconds(track); index++, at += 0.24) {
    addBurst(track, {
      at,
      seconds: 0.2,
      seed: deriveSeed(seed, `${index}`),
      filters: [
        { kind: 'band', hz: 620, q: 0.6 },
        { kind: 'low', hz: 2400 },
      ],
      gain: gain * (index % 4 === 0 ? 1.1 : 0.75),
      envelope: swell(0.18),
    });
  }
};

const train: Voice = (track, part) => {
  motor(motors.tram)(track, { ...part, gain: part.gain * 0.5 });
  addRails(track, part);
};

/** Wheels over the joints, two axles at a time. */
function addRails(track: Track, { seed, gain }: Part): void {
  const rumble = [
    { kind: 'low', hz: 210 },
    { kind: 'high', hz: 40 },
  ] as const;
  addNoise(track, { seed, gain: gain * 0.5, filters: rumble });
  for (let index = 0, at = 0.3; at < trackSeconds(track); index++, at += index % 2 === 0 ? 0.62 : 0.15) {
    const clack = { at, seconds: 0.09, gain: gain * 0.8, envelope: pluck };
    addBurst(track, {
      ...clack,
      seed: deriveSeed(seed, `low ${index}`),
      filters: [{ kind: 'band', hz: 190, q: 1.5 }],
    });
    addBurst(track, {
      ...clack,
      gain: gain * 0.3,
      seed: deriveSeed(seed, `high ${index}`),
      filters: [{ kind: 'band', hz: 1250, q: 2 }],
    });
  }
}

/** A distant jet. */
const jet: Voice = (track, { seed, gain }) => {
  const air = drift(deriveSeed(seed, 'air'), 0.7);
  const roar = [
    { kind: 'low', hz: 520, q: 0.5 },
    { kind: 'high', hz: 50 },
  ] as const;
  const level = (seconds: number) => 0.7 + 0.6 * air(seconds);
  addNoise(track, { seed, gain: gain * 0.9, filters: roar, level, width: 0.6 });
  const hiss = [
    { kind: 'band', hz: 1500, q: 0.5 },
    { kind: 'low', hz: 3000 },
  ] as const;
  addNoise(track, { seed: deriveSeed(seed, 'hiss'), gain: gain * 0.2, filters: hiss, level, width: 0.6 });
  const overtones = [1, 0.3];
  addHum(track, { seed, gain: gain * 0.04, overtones, hz: t => 2150 + 40 * air(t) });
};

/** The beat of rotor blades. */
const helicopter: Voice = (track, { seed, gain }) => {
  const turns = 11 + (seed % 20) / 10;
  const beat = (seconds: number) => {
    const share = (seconds * turns) % 1;
    return 0.2 + 1.5 * Math.exp(-share * 5) * Math.min(1, share * 12);
  };
  const blades = [
    { kind: 'band', hz: 130, q: 0.6 },
    { kind: 'low', hz: 420 },
  ] as const;
  addNoise(track, { seed, gain: gain * 0.9, filters: blades, level: beat, width: 0.4 });
  const slap = [
    { kind: 'band', hz: 700, q: 0.6 },
    { kind: 'low', hz: 2000 },
  ] as const;
  addNoise(track, { seed: deriveSeed(seed, 'slap'), gain: gain * 0.2, filters: slap, level: beat });
  motor({ hz: 118, mellow: 1.2, rough: 0.2 })(track, {
    seed: deriveSeed(seed, 'turbine'),
    gain: gain * 0.25,
  });
};

const rocket: Voice = (track, { seed, gain }) => {
  const crackle = drift(deriveSeed(seed, 'crackle'), 26);
  const roar = [
    { kind: 'low', hz: 180, q: 0.5 },
    { kind: 'high', hz: 32 },
  ] as const;
  addNoise(track, { seed, gain: gain * 0.9, filters: roar, level: t => 0.7 + 0.6 * crackle(t) });
  const flame = [
    { kind: 'band', hz: 480, q: 0.4 },
    { kind: 'low', hz: 2400 },
  ] as const;
  addNoise(track, {
    seed: deriveSeed(seed, 'flame'),
    gain: gain * 0.4,
    filters: flame,
    level: t => 0.5 + crackle(t + 9),
  });
};

/** A burner that is opened for a moment from time to time. */
const burner: Voice = (track, { seed, gain }) => {
  for (const { at, random } of moments({ seed, every: [5, 9], first: 1 }, trackSeconds(track))) {
    addBurst(track, {
      at,
      seconds: between(random, 1.4, 2.4),
      seed: deriveSeed(seed, `${at}`),
      filters: [
        { kind: 'band', hz: 480, q: 0.4 },
        { kind: 'low', hz: 2200 },
      ],
      gain: gain * 0.6,
      envelope: share => Math.min(1, share * 14) * Math.min(1, (1 - share) * 4),
    });
  }
};

const voicesByEngine = {
  ...Object.fromEntries(Object.entries(motors).map(([name, kind]) => [name, motor(kind)])),
  locomotive,
  train,
  jet,
  helicopter,
  rocket,
  burner,
} as Record<Engine, Voice>;

export type Engine =
  | keyof typeof motors
  | 'locomotive'
  | 'train'
  | 'jet'
  | 'helicopter'
  | 'rocket'
  | 'burner';

export function engine(kind: Engine): Voice {
  return voicesByEngine[kind];
}
