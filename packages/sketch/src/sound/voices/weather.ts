/** Wind, rain and thunder. */
import { addNoise } from '../signal/add-noise.ts';
import { addBurst, addTone, pluck } from '../signal/add-tone.ts';
import { between, drift, moments } from '../signal/chance.ts';
import { trackSeconds, type Track, type Voice } from '../signal/track.ts';
import { deriveSeed } from '../../random/random.ts';

/** Wind in gusts that cross from side to side. `strength` is 0 (a breath) … 1 (a storm). */
export function wind(strength: number): Voice {
  return (track, { seed, gain }) => {
    const slow = drift(deriveSeed(seed, 'gusts'), 0.28);
    const quick = drift(deriveSeed(seed, 'flurries'), 0.9 + strength);
    const gust = (seconds: number) => 0.72 * slow(seconds) + 0.28 * quick(seconds);
    const side = drift(deriveSeed(seed, 'side'), 0.2);
    const pan = (seconds: number) => (side(seconds) - 0.5) * 0.9;
    const depth = 0.45 + 0.4 * strength;
    const level = (seconds: number) => 1 - depth + depth * 3 * gust(seconds) ** 2;
    const tune = (seconds: number) => 190 + 260 * strength + (180 + 420 * strength) * gust(seconds);
    const filters = [
      { kind: 'band', hz: 300, q: 0.6 },
      { kind: 'low', hz: 900 + 1800 * strength },
    ] as const;
    addNoise(track, { seed, gain: gain * 0.8, filters, level, pan, tune });
    const body = [
      { kind: 'low', hz: 150 },
      { kind: 'high', hz: 35 },
    ] as const;
    addNoise(track, { seed: deriveSeed(seed, 'body'), gain: gain * 0.5, filters: body, level });
    if (strength < 0.5) return;
    // Wind whistles at edges during gusts.
    const song = [
      { kind: 'band', hz: 700, q: 9 },
      { kind: 'low', hz: 2500 },
    ] as const;
    addNoise(track, {
      seed: deriveSeed(seed, 'song'),
      gain: gain * 0.14 * strength,
      filters: song,
      level: seconds => gust(seconds) ** 3 * 2.4,
      tune: seconds => 420 + 480 * gust(seconds),
      pan,
    });
  };
}

/** Rain. `amount` is 0 (a drizzle) … 1 (a downpour). */
export function rain(amount: number): Voice {
  return (track, { seed, gain }) => {
    const veil = drift(deriveSeed(seed, 'veil'), 0.35);
    const level = (seconds: number) => 0.8 + 0.4 * veil(seconds);
    const hiss = [
      { kind: 'high', hz: 1100, q: 0.5 },
      { kind: 'low', hz: 7600, q: 0.5 },
    ] as const;
    addNoise(track, { seed, gain: gain * 0.5, filters: hiss, level, width: 1 });
    const patter = [{ kind: 'band', hz: 620, q: 0.5 }] as const;
    addNoise(track, {
      seed: deriveSeed(seed, 'patter'),
      gain: gain * (0.25 + 0.35 * amount),
      filters: patter,
      level,
    });
    addDrops(track, { seed: deriveSeed(seed, 'drops'), gain: gain * 2.2, perSecond: 60 + 150 * amount });
    addPlinks(track, { seed: deriveSeed(seed, 'plinks'), gain: gain * 0.8, perSecond: 5 + 8 * amount });
  };
}

/** Rain heard indoors: the windows damp the hiss, and single drops tap against them. */
export const rainAtWindow: Voice = (track, { seed, gain }) => {
  const farFilters = [
    { kind: 'low', hz: 750, q: 0.6 },
    { kind: 'high', hz: 120 },
  ] as const;
  addNoise(track, { seed, gain: gain * 0.8, filters: farFilters, width: 0.6 });
  for (const { at, random } of moments(
    { seed: deriveSeed(seed, 'taps'), every: [0.02, 0.16] },
    trackSeconds(track),
  )) {
    const hz = between(random, 900, 2100);
    const tap = { at, seconds: 0.018, gain: gain * 0.9 * random() ** 2, pan: between(random, -0.7, 0.7) };
    addTone(track, { ...tap, hz: () => hz, envelope: pluck });
  }
};

interface Drops {
  readonly seed: number;
  readonly gain: number;
  readonly perSecond: number;
}

function addDrops(track: Track, { seed, gain, perSecond }: Drops): void {
  const every = [0.2 / perSecond, 1.8 / perSecond] as const;
  const envelope = pluck;
  for (const { at, random } of moments({ seed, every }, trackSeconds(track))) {
    const hz = between(random, 1700, 5600);
    const drop = { at, seconds: between(random, 0.004, 0.01), pan: between(random, -1, 1), envelope };
    // Most drops are distant. Only a few near ones are heard singly.
    addTone(track, { ...drop, gain: gain * (0.1 + 1.6 * random() ** 4), hz: () => hz });
  }
}

/** Drops into puddles: each makes a bubble with a rising tone. */
function addPlinks(track: Track, { seed, gain, perSecond }: Drops): void {
  const every = [0.2 / perSecond, 1.8 / perSecond] as const;
  for (const { at, random } of moments({ seed, every }, trackSeconds(track))) {
    const hz = between(random, 700, 1900);
    const plink = {
      at,
      seconds: between(random, 0.02, 0.05),
      pan: between(random, -0.9, 0.9),
      envelope: pluck,
    };
    addTone(track, { ...plink, gain: gain * random() ** 2, hz: share => hz * (1 + 0.35 * share) });
  }
}

/** Distant thunder every 6 to 13 seconds. */
export const thunder: Voice = (track, { seed, gain }) => {
  const often = { seed, every: [6, 13], first: 0.8 + (seed % 100) / 70 } as const;
  for (const { at, random } of moments(often, trackSeconds(track))) {
    const closeness = between(random, 0.35, 1);
    const seconds = between(random, 4.5, 7);
    const roll = drift(Math.floor(random() * 1e9), 3.2);
    const swells = (share: number) => {
      const rise = Math.min(1, share * seconds * (3 + 5 * closeness));
      const fall = Math.exp(-share * 3.4) * Math.min(1, (1 - share) * 5);
      return rise * fall * (0.25 + 0.95 * roll(share * seconds));
    };
    const bands = [
      { hz: 85, gain: 1.6, pan: 0 },
      { hz: 210, gain: 0.8, pan: between(random, -0.5, 0.5) },
      { hz: 520, gain: 0.22 * closeness, pan: between(random, -0.5, 0.5) },
    ];
    for (const [index, { hz, gain: share, pan }] of bands.entries()) {
      addBurst(track, {
        at,
        seconds,
        seed: deriveSeed(seed, `${at} ${index}`),
        gain: gain * share * (0.5 + 0.7 * closeness),
        pan,
        filters: [
          { kind: 'band', hz, q: 0.6 },
          { kind: 'low', hz: hz * 2.2 },
        ],
        envelope: swells,
      });
    }
  }
};
