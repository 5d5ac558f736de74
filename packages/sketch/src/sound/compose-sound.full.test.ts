import assert from 'node:assert/strict';
import { test } from 'node:test';
import { composeScene } from '../compose/compose-scene.ts';
import type { Reading, Setting } from '../scene/reading.ts';
import type { Scene } from '../scene/scene.ts';
import { openFilter, type FilterShape } from './signal/filter.ts';
import { measureLoudness } from './loudness.ts';
import { composeSound } from './compose-sound.ts';

const empty: Reading = { palette: [], landmarks: [], subjects: [], relations: [] };
const composeReading = (reading: Partial<Reading>): Scene =>
  composeScene({ ...empty, ...reading }, { seed: 5, width: 1280, height: 720, candidate: 0 });
/** The only key of a scene that does not change. */
const toKeyScenes = (scene: Scene) => [{ seconds: 0, scene }];
const subject = (name: string) => ({ name, subject: name, count: 1, size: 1 });
const hear = (reading: Partial<Reading>, seconds = 4, seed = 11) =>
  composeSound(toKeyScenes(composeReading(reading)), { seconds, seed });
type Sound = ReturnType<typeof hear>;

const loudness = ({ samples }: Sound) => measureLoudness({ left: samples[0], right: samples[1] });
const power = (samples: Iterable<number>) => {
  let [sum, count] = [0, 0];
  for (const sample of samples) {
    sum += sample * sample;
    count++;
  }
  return sum / count;
};
/** The share of the power that passes the filter. */
const shareIn = ({ samples }: Sound, shape: FilterShape) => {
  const filtered = Float64Array.from(samples[0]);
  for (let pass = 0; pass < 2; pass++) openFilter(shape).run(filtered);
  return power(filtered) / power(samples[0]);
};
const high: FilterShape = { kind: 'high', hz: 3000 };
const low: FilterShape = { kind: 'low', hz: 150 };

test('the same scene and seed sound the same, and another seed sounds different', () => {
  const forest = { setting: 'forest', time: 'morning' } as const;
  assert.deepEqual(hear(forest), hear(forest));
  assert.notDeepEqual(hear(forest).samples[0], hear(forest, 4, 12).samples[0]);
});

test('a longer sound starts like a shorter one, except for the fade-out of the shorter one', () => {
  for (const reading of [
    { setting: 'coast' },
    { setting: 'hills', weather: 'storm' },
    { setting: 'river' },
  ] as const) {
    const [short, long] = [hear(reading, 3), hear(reading, 9)];
    const end = (3 - 0.6) * 48_000;
    for (const side of [0, 1]) {
      assert.deepEqual(short.samples[side].subarray(0, end), long.samples[side].subarray(0, end));
    }
  }
});

const settings: Setting[] = [
  'sea',
  'coast',
  'lake',
  'river',
  'mountains',
  'hills',
  'plain',
  'forest',
  'jungle',
  'desert',
];
const otherSettings: Setting[] = [
  'snowfield',
  'city',
  'village',
  'garden',
  'road',
  'sky',
  'space',
  'underwater',
  'room',
  'studio',
];

test('every place has a sound of the requested length and a moderate loudness, without clipping', () => {
  for (const [index, setting] of [...settings, ...otherSettings].entries()) {
    const weather = (['clear', 'rain', 'storm', 'wind', 'snow'] as const)[index % 5];
    const sound = hear({ setting, weather, ...(index % 3 === 0 && { time: 'night' as const }) }, 2.5);
    assert.equal(sound.sampleRate, 48_000);
    for (const side of sound.samples) {
      assert.equal(side.length, 120_000);
      assert.ok(
        side.every(sample => Math.abs(sample) <= 0.95),
        `${setting} ${weather}: clipped or no number`,
      );
    }
    const level = loudness(sound);
    assert.ok(level > -37 && level < -18, `${setting} ${weather}: ${level} LUFS`);
    assert.ok(Math.abs(power(sound.samples[0]) / power(sound.samples[1]) - 1) < 0.9, `${setting}: lopsided`);
  }
});

test('a sound fades in from silence and out to silence', () => {
  const [side] = hear({ setting: 'coast' }).samples;
  assert.ok(Math.abs(side[0]) < 1e-4 && Math.abs(side[side.length - 1]) < 1e-4);
  assert.ok(power(side.subarray(0, 1000)) < power(side.subarray(20_000, 60_000)) / 100);
});

test('the end of a loop continues at its beginning, and it repeats as often as requested', () => {
  const scene = composeReading({ setting: 'river' });
  const [round] = composeSound(toKeyScenes(scene), { seconds: 3, seed: 4, loopSeconds: 3 }).samples;
  const [through] = composeSound(toKeyScenes(scene), { seconds: 8, seed: 4 }).samples;
  assert.equal(round.length, 3 * 48_000);
  assert.equal(round.at(-1), through[3 * 48_000 - 1]);
  assert.equal(round[0], through[3 * 48_000]);
  const [repeatedSide] = composeSound(toKeyScenes(scene), { seconds: 6, seed: 4, loopSeconds: 3 }).samples;
  assert.deepEqual(repeatedSide.subarray(0, 3 * 48_000), round);
  assert.deepEqual(repeatedSide.subarray(3 * 48_000), round);
  const [middle, seam] = [power(round.subarray(100_000, 140_000)), power(round.subarray(15_000, 55_000))];
  assert.ok(seam > middle / 3 && seam < middle * 3, `${seam} at the seam, ${middle} elsewhere`);
});

test('the value and the slope of a loop are continuous at its seam', () => {
  for (const setting of ['river', 'sea', 'city', 'forest'] as const)
    for (const seconds of [2, 3, 4]) {
      const sound = composeSound(toKeyScenes(composeReading({ setting })), {
        seconds,
        seed: 4,
        loopSeconds: seconds,
      });
      assert.equal(sound.loops, true);
      for (const side of sound.samples) {
        const samples = Float32Array.from([...side.slice(-480), ...side.slice(0, 480)]);
        const steps = samples.slice(1).map((value, index) => value - samples[index]);
        const bends = steps.slice(1).map((step, index) => step - steps[index]);
        const largest = (samples: Float32Array, seam: number) =>
          Math.max(...samples.filter((_, index) => Math.abs(index - seam) > 2).map(Math.abs));
        assert.ok(Math.abs(steps[479]) <= largest(steps, 479) * 1.2, `${setting}, ${seconds} s`);
        assert.ok(Math.abs(bends[478]) <= largest(bends, 478) * 1.2, `${setting}, ${seconds} s`);
      }
    }
});

test('rain has more high frequencies than the sea, and fewer low ones', () => {
  const [rain, sea] = [hear({ setting: 'village', weather: 'rain' }), hear({ setting: 'sea' })];
  assert.ok(shareIn(rain, high) > 3 * shareIn(sea, high));
  assert.ok(shareIn(sea, low) > 3 * shareIn(rain, low));
});

test('snow is quiet and a storm is loud', () => {
  const [snow, storm] = [hear({ setting: 'snowfield' }), hear({ setting: 'hills', weather: 'storm' })];
  assert.ok(loudness(storm) > loudness(snow) + 4);
});

test('underwater scenes have no high frequencies', () => {
  assert.ok(shareIn(hear({ setting: 'underwater' }), high) < 0.002);
});

test('a moving vehicle is audible, and a parked one is not', () => {
  const road = { setting: 'road' } as const;
  const [emptyRoad, drivingLorry] = [hear(road), hear({ ...road, subjects: [subject('lorry')] })];
  const parkedLorry = hear({ ...road, subjects: [{ ...subject('lorry'), action: 'parked' }] });
  assert.ok(shareIn(drivingLorry, low) > 1.5 * shareIn(emptyRoad, low), 'no motor in the low frequencies');
  assert.ok(shareIn(parkedLorry, low) < shareIn(drivingLorry, low) / 1.5);
});

test('rain that sets in during the clip is audible from then on', () => {
  const dry = composeReading({ setting: 'plain', time: 'night' });
  const wet = { ...dry, weather: 'rain' as const };
  const keys = [
    { seconds: 0, scene: dry },
    { seconds: 4, scene: wet },
  ];
  const { samples, sampleRate } = composeSound(keys, { seconds: 6, seed: 2 });
  const part = (from: number) => ({
    sampleRate,
    samples: samples.map(side => side.subarray(from * 48_000, (from + 1) * 48_000)),
  });
  assert.ok(shareIn(part(4.2), high) > 2 * shareIn(part(0.3), high));
});
