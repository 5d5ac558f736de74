/** Birds: each has a place, a pitch and a phrase, which it repeats with random changes. */
import { addTone, swell, type Tone } from '../signal/add-tone.ts';
import { between, moments } from '../signal/chance.ts';
import { trackSeconds, type Track, type Voice } from '../signal/track.ts';
import { deriveSeed, type Random, seededRandom } from '../../random/random.ts';

/** One note of a phrase: seconds since its beginning, and hertz along the note. */
interface Note {
  readonly at: number;
  readonly seconds: number;
  readonly hz: (share: number) => number;
  readonly gain?: number;
  readonly overtones?: readonly number[];
}

type Phrase = (random: Random, pitch: number) => Note[];

interface Species {
  readonly phrase: Phrase;
  /** Seconds from one phrase to the next. */
  readonly every: readonly [number, number];
  /** The loudness, where 1 is full voice. */
  readonly voice: number;
}

const line = (from: number, to: number) => (share: number) => from + (to - from) * share;

/** Two notes in turn, as great tits ring. */
const ringing: Phrase = (random, pitch) => {
  const pairs = Math.floor(between(random, 3, 6));
  return Array.from({ length: pairs * 2 }, (_, index) => ({
    at: index * 0.17,
    seconds: index % 2 === 0 ? 0.1 : 0.13,
    hz: index % 2 === 0 ? line(4700 * pitch, 4500 * pitch) : line(3650 * pitch, 3560 * pitch),
    gain: index % 2 === 0 ? 0.75 : 1,
  }));
};

/** Runs down faster and faster and ends in a flourish, as chaffinches do. */
const cascade: Phrase = (random, pitch) => {
  const count = Math.floor(between(random, 7, 11));
  const notes: Note[] = [];
  let at = 0;
  for (let index = 0; index < count; index++) {
    const top = (4600 - 190 * index) * pitch;
    notes.push({ at, seconds: 0.07, hz: line(top, top * 0.72), gain: 0.6 + 0.4 * (index / count) });
    at += 0.15 - 0.007 * index;
  }
  const end = line(2500 * pitch, 4300 * pitch);
  return [
    ...notes,
    { at, seconds: 0.09, hz: end },
    { at: at + 0.1, seconds: 0.16, hz: line(4100 * pitch, 2300 * pitch) },
  ];
};

/** Slow, fluted, never twice the same, as blackbirds do. */
const fluting: Phrase = (random, pitch) => {
  const notes: Note[] = [];
  let at = 0;
  for (let index = 0, count = between(random, 3, 6); index < count; index++) {
    const hz = between(random, 1750, 2650) * pitch;
    const seconds = between(random, 0.12, 0.32);
    const bend = between(random, -0.14, 0.14);
    notes.push({ at, seconds, hz: share => hz * (1 + bend * Math.sin(share * 3.1)), overtones: [1, 0.12] });
    at += seconds + between(random, 0.02, 0.12);
  }
  const twitter = Array.from({ length: Math.floor(between(random, 2, 6)) }, (_, index) => {
    const hz = between(random, 4200, 5600) * pitch;
    return { at: at + index * 0.06, seconds: 0.05, hz: line(hz, hz * 0.8), gain: 0.3 };
  });
  return [...notes, ...twitter];
};

/** Single chirps with rests, as sparrows make. */
const chirping: Phrase = (random, pitch) => {
  let at = 0;
  return Array.from({ length: Math.floor(between(random, 2, 6)) }, () => {
    const top = between(random, 3900, 4900) * pitch;
    const note = {
      at,
      seconds: 0.08,
      hz: (share: number) => top * (0.74 + 0.26 * Math.sin(share * 3)),
      overtones: [1, 0.2],
    };
    at += between(random, 0.22, 0.5);
    return note;
  });
};

const trilling: Phrase = (random, pitch) => {
  const hz = between(random, 3300, 4200) * pitch;
  return Array.from({ length: Math.floor(between(random, 9, 18)) }, (_, index) => ({
    at: index * 0.062,
    seconds: 0.045,
    hz: line(hz * 1.08, hz * 0.9),
    gain: Math.min(1, 0.3 + index * 0.08),
  }));
};

const cuckoo: Phrase = random =>
  Array.from({ length: Math.floor(between(random, 2, 4)) }, (_, index) => index * 1.25).flatMap(start => [
    { at: start, seconds: 0.2, hz: line(668, 655), overtones: [1, 0.08] },
    { at: start + 0.36, seconds: 0.3, hz: line(530, 520), overtones: [1, 0.08] },
  ]);

/** A cry that breaks downwards, again and again. */
const crying: Phrase = (random, pitch) => {
  let at = 0;
  return Array.from({ length: Math.floor(between(random, 2, 6)) }, (_, index) => {
    const seconds = between(random, 0.26, 0.5) * (index === 0 ? 1.3 : 1);
    const top = between(random, 1150, 1400) * pitch;
    const hz = (share: number) => top * (share < 0.2 ? 0.82 + 0.9 * share : 1 - 0.4 * (share - 0.2));
    const note = { at, seconds, hz, gain: 1 - index * 0.1, overtones: [0.6, 1, 0.5, 0.3, 0.15] };
    at += seconds + between(random, 0.08, 0.2);
    return note;
  });
};

/** Rises into a whoop, as birds of the jungle do. */
const whooping: Phrase = (random, pitch) =>
  Array.from({ length: Math.floor(between(random, 1, 5)) }, (_, index) => ({
    at: index * 0.42,
    seconds: 0.3,
    hz: (share: number) => (820 + 900 * share * share) * pitch,
    gain: 0.5 + 0.12 * index,
    overtones: [1, 0.25],
  }));

const species = {
  tit: { phrase: ringing, every: [3, 6], voice: 0.7 },
  chaffinch: { phrase: cascade, every: [5, 9], voice: 0.75 },
  blackbird: { phrase: fluting, every: [3.4, 6.5], voice: 1 },
  sparrow: { phrase: chirping, every: [2, 5], voice: 0.55 },
  warbler: { phrase: trilling, every: [4, 8], voice: 0.5 },
  cuckoo: { phrase: cuckoo, every: [9, 16], voice: 0.5 },
  gull: { phrase: crying, every: [4, 9], voice: 0.55 },
  whooper: { phrase: whooping, every: [4, 9], voice: 0.6 },
} satisfies Record<string, Species>;

export type Bird = keyof typeof species;

/** Individuals of these kinds, near and far, with the air between the trees that answers. */
export function birds(kinds: readonly Bird[]): Voice {
  return (track, { seed, gain }) => {
    for (const [index, kind] of kinds.entries())
      addBird(track, species[kind], { seed: deriveSeed(seed, `${kind} ${index}`), gain });
  };
}

function addBird(
  track: Track,
  { phrase, every, voice }: Species,
  { seed, gain }: { seed: number; gain: number },
): void {
  const itself = seededRandom(deriveSeed(seed, 'bird'));
  const pitch = between(itself, 0.9, 1.1);
  const pan = between(itself, -0.85, 0.85);
  const loud = gain * voice * between(itself, 0.35, 1);
  for (const { at, random } of moments(
    { seed, every, first: between(itself, 0.3, every[1] * 0.7) },
    trackSeconds(track),
  )) {
    const strength = loud * between(random, 0.75, 1);
    for (const { at: after, gain: share = 1, ...note } of phrase(random, pitch)) {
      addInAir(track, { ...note, at: at + after, gain: strength * share, pan, envelope: swell(0.3) });
    }
  }
}

/** Adds a tone with its echoes from left and right. */
export function addInAir(track: Track, tone: Tone): void {
  const { at, gain, pan = 0 } = tone;
  addTone(track, tone);
  addTone(track, { ...tone, at: at + 0.057, gain: gain * 0.16, pan: -0.9 });
  addTone(track, { ...tone, at: at + 0.083, gain: gain * 0.14, pan: 0.9 });
  addTone(track, { ...tone, at: at + 0.171, gain: gain * 0.07, pan: -pan });
}
