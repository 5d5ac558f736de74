/** The sea, the shore of a lake, running and falling water, and the world below the surface. */
import { addNoise } from '../signal/add-noise.ts';
import { addTone, swell } from '../signal/add-tone.ts';
import { between, drift, moments } from '../signal/chance.ts';
import { trackSeconds, type Track, type Voice } from '../signal/track.ts';
import { deriveSeed } from '../../random/random.ts';

interface Swell {
  /** The second at which the wave breaks. */
  readonly at: number;
  readonly height: number;
  readonly pan: number;
}

/** A wave breaks every 6 to 9 seconds and runs out over the sand. `weight` 0 … 1: from ripples to rollers. */
export function surf(weight: number): Voice {
  return (track, { seed, gain }) => {
    const swells = listSwells(seed, trackSeconds(track));
    const surfLevel =
      (rise: number, fall: number, delay = 0) =>
      (seconds: number) =>
        swells.reduce(
          (sum, each) => sum + each.height * riseAndFall(seconds - each.at - delay, rise, fall),
          0,
        );
    const pan = (seconds: number) =>
      swells.reduce((sum, each) => sum + each.pan * riseAndFall(seconds - each.at, 2, 3), 0);
    const part = (name: string) => deriveSeed(seed, name);
    const roar = [
      { kind: 'low', hz: 260 + 120 * (1 - weight) },
      { kind: 'high', hz: 45 },
    ] as const;
    const rolling = surfLevel(2.6, 1.4, -0.2);
    addNoise(track, {
      seed: part('roar'),
      gain: gain * (0.35 + 0.5 * weight),
      filters: roar,
      level: t => 0.14 + rolling(t),
    });
    const breaking = surfLevel(1.1, 1.5);
    const crash = [
      { kind: 'band', hz: 700, q: 0.45 },
      { kind: 'low', hz: 3200 },
    ] as const;
    const crashTune = (seconds: number) => 480 + 520 * Math.min(1, breaking(seconds));
    addNoise(track, {
      seed: part('crash'),
      gain: gain * 0.75,
      filters: crash,
      level: t => 0.07 + breaking(t),
      tune: crashTune,
      pan,
    });
    const running = surfLevel(1.5, 3.2, 0.9);
    const foam = [
      { kind: 'high', hz: 1900, q: 0.5 },
      { kind: 'low', hz: 6500, q: 0.5 },
    ] as const;
    addNoise(track, {
      seed: part('foam'),
      gain: gain * 0.24,
      filters: foam,
      level: t => 0.06 + running(t),
      pan,
      width: 1,
    });
    const farFilters = [{ kind: 'band', hz: 420, q: 0.5 }] as const;
    const breath = drift(part('breath'), 0.3);
    addNoise(track, {
      seed: part('far'),
      gain: gain * 0.2,
      filters: farFilters,
      level: t => 0.6 + 0.6 * breath(t),
      width: 1,
    });
  };
}

/** Lists waves from before the beginning on, so that the first second has a wave that runs out. */
function listSwells(seed: number, seconds: number): Swell[] {
  const swells: Swell[] = [];
  const often = {
    seed: deriveSeed(seed, 'swells'),
    every: [5.6, 8.6],
    first: -5.2 + (seed % 100) / 60,
  } as const;
  for (const { at, random } of moments(often, seconds + 4)) {
    swells.push({ at, height: between(random, 0.65, 1.1), pan: between(random, -0.5, 0.5) });
    // A smaller wave between two large ones.
    if (random() < 0.6) {
      swells.push({
        at: at + between(random, 2.6, 3.6),
        height: between(random, 0.2, 0.4),
        pan: between(random, -0.8, 0.8),
      });
    }
  }
  return swells;
}

/** 1 at 0, rising within about `rise` seconds and gone about `fall` later. */
function riseAndFall(since: number, rise: number, fall: number): number {
  const phase = since / (since < 0 ? rise : fall);
  return Math.exp(-phase * phase * 1.6);
}

/** Little waves against a shore or a hull. */
export const lapping: Voice = (track, { seed, gain }) => {
  const laps = [
    ...moments({ seed: deriveSeed(seed, 'laps'), every: [0.7, 1.9], first: 0.2 }, trackSeconds(track) + 1),
  ].map(({ at, random }) => ({ at, height: between(random, 0.35, 1), pan: between(random, -0.8, 0.8) }));
  const level = (seconds: number) =>
    laps.reduce((sum, { at, height }) => sum + height * riseAndFall(seconds - at, 0.16, 0.5), 0);
  const pan = (seconds: number) =>
    laps.reduce((sum, { at, pan: side }) => sum + side * riseAndFall(seconds - at, 0.5, 0.7), 0);
  const lap = [
    { kind: 'band', hz: 560, q: 0.7 },
    { kind: 'low', hz: 2200 },
  ] as const;
  const lapTune = (seconds: number) => 380 + 420 * Math.min(1, level(seconds));
  addNoise(track, { seed, gain: gain * 0.8, filters: lap, level: t => 0.1 + level(t), pan, tune: lapTune });
  const calmFilters = [
    { kind: 'low', hz: 240 },
    { kind: 'high', hz: 50 },
  ] as const;
  addNoise(track, { seed: deriveSeed(seed, 'still'), gain: gain * 0.3, filters: calmFilters });
  addBubbles(track, {
    seed: deriveSeed(seed, 'gurgles'),
    gain: gain * 0.4,
    perSecond: 5,
    low: 330,
    high: 900,
  });
};

/** Running water. `rush` is 0 (a brook) … 1 (rapids). */
export function stream(rush: number): Voice {
  return (track, { seed, gain }) => {
    const part = (name: string) => deriveSeed(seed, name);
    const flow = drift(part('flow'), 1.6);
    const run = [
      { kind: 'band', hz: 720, q: 0.4 },
      { kind: 'low', hz: 2600 + 2400 * rush },
    ] as const;
    addNoise(track, {
      seed,
      gain: gain * (0.5 + 0.4 * rush),
      filters: run,
      level: t => 0.85 + 0.3 * flow(t),
      width: 0.9,
    });
    const glitter = [
      { kind: 'high', hz: 2400, q: 0.5 },
      { kind: 'low', hz: 6000 },
    ] as const;
    const sparks = drift(part('sparks'), 5);
    addNoise(track, {
      seed: part('glitter'),
      gain: gain * 0.16,
      filters: glitter,
      level: t => 0.5 + sparks(t),
      width: 1,
    });
    addBubbles(track, { seed: part('near'), gain: gain * 0.55, perSecond: 26, low: 420, high: 1500 });
    addBubbles(track, { seed: part('deep'), gain: gain * 0.7, perSecond: 7, low: 220, high: 480 });
  };
}

export const waterfall: Voice = (track, { seed, gain }) => {
  const part = (name: string) => deriveSeed(seed, name);
  const boil = drift(part('boil'), 2.4);
  const fall = [
    { kind: 'low', hz: 480, q: 0.5 },
    { kind: 'high', hz: 60 },
  ] as const;
  addNoise(track, { seed: part('fall'), gain: gain * 0.6, filters: fall, level: t => 0.9 + 0.2 * boil(t) });
  const spray = [
    { kind: 'high', hz: 500, q: 0.4 },
    { kind: 'low', hz: 4200, q: 0.4 },
  ] as const;
  addNoise(track, {
    seed: part('spray'),
    gain: gain * 0.6,
    filters: spray,
    level: t => 0.88 + 0.24 * boil(t + 40),
    width: 1,
  });
  addBubbles(track, { seed: part('splashes'), gain: gain * 0.3, perSecond: 22, low: 350, high: 1200 });
};

/** Muffled and wide, with bubbles that rise in strings. */
export const underwater: Voice = (track, { seed, gain }) => {
  const part = (name: string) => deriveSeed(seed, name);
  const surge = drift(part('surge'), 0.22);
  const deepFilters = [
    { kind: 'low', hz: 130, q: 0.6 },
    { kind: 'high', hz: 28 },
  ] as const;
  addNoise(track, {
    seed: part('deep'),
    gain: gain * 0.8,
    filters: deepFilters,
    level: t => 0.6 + 0.7 * surge(t),
  });
  const dullFilters = [
    { kind: 'band', hz: 320, q: 0.7 },
    { kind: 'low', hz: 600 },
  ] as const;
  const tune = (seconds: number) => 220 + 260 * surge(seconds + 60);
  addNoise(track, {
    seed: part('muffled'),
    gain: gain * 0.35,
    filters: dullFilters,
    level: t => 0.4 + surge(t + 60),
    tune,
    width: 1,
  });
  for (const { at, random } of moments(
    { seed: part('strings'), every: [1.2, 3.4], first: 0.5 },
    trackSeconds(track),
  )) {
    const pan = between(random, -0.8, 0.8);
    const count = Math.floor(between(random, 3, 11));
    for (let index = 0, when = at; index < count; index++, when += between(random, 0.04, 0.15)) {
      const hz = between(random, 260, 620) * (1 + index * 0.03);
      const bubble = {
        at: when,
        seconds: between(random, 0.05, 0.11),
        pan: pan + between(random, -0.15, 0.15),
      };
      addTone(track, {
        ...bubble,
        gain: gain * between(random, 0.15, 0.6),
        hz: share => hz * (1 + 0.7 * share),
        envelope: swell(0.2),
      });
    }
  }
};

/** Calls that glide, far away in the deep. */
export const whaleSong: Voice = (track, { seed, gain }) => {
  for (const { at, random } of moments({ seed, every: [5, 8], first: 1.1 }, trackSeconds(track))) {
    const [from, peak, to] = [
      between(random, 150, 210),
      between(random, 260, 380),
      between(random, 110, 170),
    ];
    const hz = (share: number) =>
      share < 0.4
        ? from + (peak - from) * Math.sin((share / 0.4) * 1.57)
        : peak + (to - peak) * ((share - 0.4) / 0.6) ** 0.7;
    const call = { seconds: between(random, 2.4, 3.4), hz, overtones: [1, 0.3, 0.12], envelope: swell(0.3) };
    const pan = between(random, -0.5, 0.5);
    addTone(track, { ...call, at, gain: gain * 0.5, pan });
    addTone(track, { ...call, at: at + 0.42, gain: gain * 0.16, pan: -pan });
    addTone(track, { ...call, at: at + 0.93, gain: gain * 0.08, pan });
  }
};

interface Bubbles {
  readonly seed: number;
  readonly gain: number;
  readonly perSecond: number;
  /** Hertz. */
  readonly low: number;
  readonly high: number;
}

/** Air bubbles in water have a slightly rising tone, which is typical of the sound of water. */
function addBubbles(track: Track, { seed, gain, perSecond, low, high }: Bubbles): void {
  const every = [0.1 / perSecond, 1.9 / perSecond] as const;
  const envelope = swell(0.12);
  for (const { at, random } of moments({ seed, every }, trackSeconds(track))) {
    const hz = low * (high / low) ** random();
    const rise = between(random, 0.05, 0.5);
    const pan = between(random, -0.9, 0.9);
    // Larger ones are lower and ring longer.
    const seconds = (between(random, 8, 16) / hz) * 1.6;
    addTone(track, {
      at,
      seconds,
      pan,
      envelope,
      gain: gain * (0.1 + 0.9 * random() ** 3),
      hz: share => hz * (1 + rise * share),
    });
  }
}
