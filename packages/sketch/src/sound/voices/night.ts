/** Animals of the night and of great heat: crickets, cicadas, frogs and an owl. */
import { addNoise } from '../signal/add-noise.ts';
import { addTone, swell } from '../signal/add-tone.ts';
import { between, drift, moments } from '../signal/chance.ts';
import { trackSeconds, type Voice } from '../signal/track.ts';
import { addInAir } from './birds.ts';
import { deriveSeed, seededRandom } from '../../random/random.ts';

/** Some near crickets, and a shimmer of many distant ones. */
export const crickets: Voice = (track, { seed, gain }) => {
  for (let index = 0; index < 4; index++) {
    const cricketSeed = deriveSeed(seed, `cricket ${index}`);
    const itself = seededRandom(cricketSeed);
    const hz = between(itself, 3900, 4700);
    const pan = between(itself, -0.9, 0.9);
    const loud = gain * between(itself, 0.12, 0.45);
    const pace = between(itself, 0.36, 0.62);
    const pulses = Math.floor(between(itself, 3, 5));
    const activity = drift(cricketSeed, 0.2);
    for (const { at } of moments({ seed: cricketSeed, every: [pace, pace * 1.08] }, trackSeconds(track))) {
      // It rests from time to time.
      if (activity(at) < 0.22) continue;
      for (let pulse = 0; pulse < pulses; pulse++) {
        const strength = loud * (0.6 + 0.4 * (pulse / pulses));
        addTone(track, {
          at: at + pulse * 0.034,
          seconds: 0.024,
          hz: () => hz,
          gain: strength,
          pan,
          envelope: swell(0.45),
        });
      }
    }
  }
  const shimmer = [
    { kind: 'band', hz: 4300, q: 7 },
    { kind: 'low', hz: 6500 },
  ] as const;
  const chorus = drift(deriveSeed(seed, 'many'), 3);
  addNoise(track, { seed, gain: gain * 0.06, filters: shimmer, level: t => 0.6 + 0.6 * chorus(t), width: 1 });
};

/** Cicadas in the heat, whose loudness rises and falls. */
export const cicadas: Voice = (track, { seed, gain }) => {
  const wave = drift(seed, 0.35);
  const song = [
    { kind: 'band', hz: 5200, q: 5 },
    { kind: 'low', hz: 8000 },
  ] as const;
  // Their plates rattle some 40 times a second.
  const rattle = (seconds: number) => 0.65 + 0.35 * Math.sin(2 * Math.PI * 41 * seconds);
  addNoise(track, {
    seed,
    gain: gain * 0.3,
    filters: song,
    level: t => rattle(t) * (0.35 + 0.8 * wave(t)),
    width: 1,
  });
};

export const frogs: Voice = (track, { seed, gain }) => {
  for (let index = 0; index < 3; index++) {
    const frogSeed = deriveSeed(seed, `frog ${index}`);
    const itself = seededRandom(frogSeed);
    const hz = between(itself, 480, 900);
    const pan = between(itself, -0.9, 0.9);
    for (const { at, random } of moments({ seed: frogSeed, every: [1.1, 3.4] }, trackSeconds(track))) {
      const croaks = Math.floor(between(random, 1, 4));
      for (let croak = 0; croak < croaks; croak++) {
        for (let pulse = 0; pulse < 7; pulse++) {
          const when = at + croak * 0.32 + pulse * 0.022;
          const loud = gain * 0.3 * (0.4 + 0.6 * Math.sin((pulse / 7) * Math.PI));
          addTone(track, {
            at: when,
            seconds: 0.02,
            hz: () => hz,
            gain: loud,
            pan,
            overtones: [1, 0.6, 0.3],
            envelope: swell(0.15),
          });
        }
      }
    }
  }
};

export const owl: Voice = (track, { seed, gain }) => {
  const itself = seededRandom(deriveSeed(seed, 'owl'));
  const pitch = between(itself, 330, 390);
  const pan = between(itself, -0.7, 0.7);
  const hoot = (share: number) => pitch * (1 + 0.045 * Math.sin(share * 3.1)) * (1 - 0.03 * share);
  const trembling = (share: number) => hoot(share) * (1 + 0.012 * Math.sin(share * 46));
  for (const { at } of moments(
    { seed, every: [7, 13], first: between(itself, 0.9, 2.4) },
    trackSeconds(track),
  )) {
    const call = { overtones: [1, 0.1, 0.05], pan, envelope: swell(0.35) };
    addInAir(track, { ...call, at, seconds: 0.55, hz: hoot, gain: gain * 0.8 });
    addInAir(track, { ...call, at: at + 1.9, seconds: 0.16, hz: hoot, gain: gain * 0.4 });
    addInAir(track, { ...call, at: at + 2.15, seconds: 0.95, hz: trembling, gain: gain * 0.85 });
  }
};
