import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paintScene } from '../paint/paint-scene.ts';
import { composeJob } from './draw-grid.ts';
import type { Job } from '../job/job.ts';
import { findThing } from '../testing/find-thing.ts';

const edge = 192;

type RequestedJob = Partial<Job> & { readonly candidate?: number };

function createJob(request: RequestedJob): Job {
  const size = { width: edge, height: edge };
  const usual = {
    taskId: 't',
    model: 'm',
    kind: 'grid',
    prompt: 'a lighthouse by the sea',
    seed: 11,
    exclude: [],
  };
  return { ...usual, ...size, ...request } as Job;
}

const composeCandidate = (request: RequestedJob) => composeJob(createJob(request), request.candidate ?? 0);

/** Draws without the subject pack, which these prompts do not need. */
async function draw(request: RequestedJob = {}): Promise<Uint8ClampedArray> {
  const canvas = await paintScene(await composeCandidate(request), { width: edge, height: edge });
  return canvas.getContext('2d').getImageData(0, 0, edge, edge).data;
}

/** The mean difference of two pictures, from 0 to 255. */
function difference(one: Uint8ClampedArray, other: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at] - other[at]);
  return (sum / one.length) * (4 / 3);
}

/** The mean difference of neighboring pixels. Small things and hard edges raise it. */
function measureDetail(pixels: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < pixels.length - 4; at += 4) sum += Math.abs(pixels[at + 1] - pixels[at + 5]);
  return sum / (pixels.length / 4);
}

/**
 * Detail in the middle of the picture, between patches of 3x3 pixels, so that grain and margins do not count.
 */
function countForms(pixels: Uint8ClampedArray): number {
  let sum = 0;
  const tone = (x: number, y: number) => {
    let total = 0;
    for (let dy = 0; dy < 3; dy++)
      for (let dx = 0; dx < 3; dx++) total += pixels[((y + dy) * edge + x + dx) * 4 + 1];
    return total / 9;
  };
  for (let y = edge / 4; y < (edge * 3) / 4; y += 3)
    for (let x = edge / 4; x < (edge * 3) / 4; x += 3) sum += Math.abs(tone(x, y) - tone(x + 3, y));
  return sum / (edge / 6) ** 2;
}

/** The standard deviation of the tones. */
function contrast(pixels: Uint8ClampedArray): number {
  const tones = Array.from({ length: pixels.length / 4 }, (_, index) => pixels[index * 4 + 1]);
  const mean = tones.reduce((sum, tone) => sum + tone, 0) / tones.length;
  return Math.sqrt(tones.reduce((sum, tone) => sum + (tone - mean) ** 2, 0) / tones.length);
}

/** The mean difference between the largest and the smallest channel of a pixel. */
function colorfulness(pixels: Uint8ClampedArray): number {
  let sum = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [r, g, b] = [pixels[at], pixels[at + 1], pixels[at + 2]];
    sum += Math.max(r, g, b) - Math.min(r, g, b);
  }
  return sum / (pixels.length / 4);
}

function assertRising(values: readonly number[], label: string): void {
  const steps = values.slice(1).every((value, index) => value > values[index]);
  assert.ok(steps, `${label}: ${values.map(value => value.toFixed(2)).join(', ')}`);
}

test('the same job draws the same pixels, and another seed draws different ones', async () => {
  const settings = { chaos: 60, stylize: 700, weird: 900, experimental: 40, version: '6.1' };
  const first = await draw(settings);
  assert.deepEqual(await draw(settings), first);
  assert.ok(difference(first, await draw({ ...settings, seed: 12 })) > 3);
});

test('the higher the chaos, the more the four candidates differ', async () => {
  const differences = await Promise.all(
    [0, 100].map(async chaos => {
      let sum = 0;
      for (const prompt of ['a castle', 'a windmill', 'mountains'])
        for (const seed of [1, 2]) {
          const four = await Promise.all(
            [0, 1, 2, 3].map(candidate => draw({ prompt, chaos, candidate, seed })),
          );
          for (let one = 0; one < 4; one++)
            for (let other = one + 1; other < 4; other++) sum += difference(four[one], four[other]);
        }
      return sum / 36;
    }),
  );
  assertRising(differences, 'mean difference');
});

test('the higher the chaos, the more styles, seasons, weathers and times of day the candidates have', async () => {
  const counts = await Promise.all(
    [0, 50, 100].map(async chaos => {
      const scenes = await Promise.all(
        [1, 2, 3, 4, 5, 6].flatMap(seed =>
          [0, 1, 2, 3].map(candidate => composeCandidate({ prompt: 'a castle', chaos, seed, candidate })),
        ),
      );
      const kinds = scenes.map(({ style, season, weather, time }) => [style, season, weather, time].join());
      return new Set(kinds).size;
    }),
  );
  assertRising(counts, 'kinds of pictures');
});

test('high stylize adds color and ornament, and low stylize removes them', async () => {
  const levels = await Promise.all([0, 100, 1000].map(stylize => draw({ stylize })));
  assertRising(levels.map(colorfulness), 'colour');
  const flowers = await Promise.all(
    [0, 100, 1000].map(async stylize => {
      const { scatters } = await composeCandidate({ prompt: 'hills', stylize });
      return scatters.find(({ kind }) => kind === 'flowers')?.count ?? 0;
    }),
  );
  assertRising(flowers, 'flowers');
});

test('versions up to 3 have their own stylize scale', async () => {
  const usual = await composeCandidate({ version: '3' });
  const baseScene = await composeCandidate({ version: '3', stylize: 2500 });
  assert.deepEqual(baseScene, usual);
  assert.ok(((await composeCandidate({ version: '3', stylize: 60000 })).look.lush ?? 0) > 0.8);
  assert.ok(((await composeCandidate({ version: '3', stylize: 625 })).look.lush ?? 0) < -0.8);
});

test('higher weird values differ more from the default picture, with moons and a tilted camera', async () => {
  const usual = await draw();
  const levels = await Promise.all([250, 1000, 3000].map(weird => draw({ weird })));
  assertRising([0, ...levels.map(level => difference(usual, level))], 'difference');
  const scene = await composeCandidate({ weird: 3000 });
  assert.ok((scene.sky.orbs ?? []).length > 1 && Math.abs(scene.tilt ?? 0) > 5);
});

test('a floating building keeps ground beneath it', async () => {
  const { things } = await composeCandidate({ prompt: 'a castle', weird: 2000, candidate: 1 });
  const castle = things.find(({ kind }) => kind === 'castle');
  const ground = things.find(({ kind }) => kind === 'islet');
  assert.ok(castle && ground && castle.lift > 0);
  assert.ok(Math.abs(ground.lift + ground.height * 0.9 - castle.lift) < castle.height * 0.1);
});

test('the experimental parameter raises contrast and detail', async () => {
  const levels = await Promise.all([0, 40, 100].map(experimental => draw({ experimental })));
  assertRising(levels.map(contrast), 'contrast');
  assertRising(levels.map(measureDetail), 'detail');
});

test('the lower the stop value, the softer the picture', async () => {
  const levels = await Promise.all([10, 40, 70, 100].map(stop => draw({ stop })));
  assertRising(levels.map(countForms), 'forms');
});

test('low quality is coarser, and high quality differs only in fine detail', async () => {
  const levels = await Promise.all([0.25, 0.5, 1].map(quality => draw({ quality })));
  assertRising(levels.map(measureDetail), 'detail');
  const fine = await Promise.all([2, 4].map(quality => draw({ quality })));
  for (const picture of fine) {
    const change = difference(picture, levels[2]);
    assert.ok(change > 0.2 && change < 8, `${change}`);
  }
});

test('every version and style has its own look', async () => {
  const looks = [
    ...['1', '2', '3', '4', '5', '5.1', '5.2', '6', '6.1', '7', '8.1', '8.2'].map(version => ({ version })),
    ...['4', '5', '6', '7'].map(number => ({ version: `niji ${number}` })),
    ...['cute', 'expressive', 'original', 'scenic'].map(style => ({ version: 'niji 5', style })),
    ...['4a', '4b'].map(style => ({ version: '4', style })),
    { version: '7', style: 'raw' },
  ];
  const pictures = await Promise.all(looks.map(draw));
  for (let one = 0; one < looks.length; one++)
    for (let other = one + 1; other < looks.length; other++) {
      const pictureDifference = difference(pictures[one], pictures[other]);
      assert.ok(
        pictureDifference > 2.5,
        `${JSON.stringify(looks[one])} ${JSON.stringify(looks[other])} ${pictureDifference}`,
      );
    }
});

test('later versions draw more detail', async () => {
  const details = await Promise.all(
    ['1', '3', '5', '8.2'].map(async version => {
      const four = await Promise.all(
        [0, 1, 2, 3].map(candidate => draw({ version, candidate, prompt: 'hills at noon' })),
      );
      return four.reduce((sum, picture) => sum + countForms(picture), 0);
    }),
  );
  assertRising(details, 'detail');
});

test('a style code has its own look, stronger with its weight and absent at weight 0', async () => {
  const codes = (code: number) => [{ code, weight: 1 }];
  const usual = await draw();
  const none = await draw({ styleCodes: codes(1234), styleWeight: 0 });
  assert.equal(difference(usual, none), 0);
  const rising = await Promise.all(
    [20, 100, 1000].map(async styleWeight =>
      difference(usual, await draw({ styleCodes: codes(1234), styleWeight })),
    ),
  );
  assertRising([0, ...rising], 'difference');
  const looks = await Promise.all([1, 2, 3, 99, 1234, 31337].map(code => draw({ styleCodes: codes(code) })));
  for (let one = 0; one < looks.length; one++)
    for (let other = one + 1; other < looks.length; other++)
      assert.ok(difference(looks[one], looks[other]) > 6, `${one} ${other}`);
});

test('style codes are blended by their weights', async () => {
  const blend = (weight: number) =>
    draw({
      styleCodes: [
        { code: 1, weight },
        { code: 3, weight: 1 - weight },
      ],
    });
  const singleCode = await draw({ styleCodes: [{ code: 3, weight: 1 }] });
  const [smallDifference, largeDifference] = [
    difference(singleCode, await blend(0.2)),
    difference(singleCode, await blend(0.4)),
  ];
  assertRising([0, smallDifference, largeDifference], 'difference');
});

test('a prompt part with more weight is drawn larger, and one with negative weight is left out', async () => {
  const measureHeight = async (weight: number) => {
    const parts = [
      { text: 'a lighthouse', weight },
      { text: 'a castle', weight: 1 },
    ];
    const scene = await composeCandidate({ prompt: 'a lighthouse, a castle', parts });
    const tower = findThing(scene, 'lighthouse');
    return (tower.height * scene.camera.focal) / tower.z;
  };
  assertRising([await measureHeight(0.4), await measureHeight(1), await measureHeight(2)], 'height');
  const without = [
    { text: 'a castle in a forest', weight: 1 },
    { text: 'trees', weight: -0.5 },
  ];
  const { scatters } = await composeCandidate({ prompt: 'a castle in a forest, trees', parts: without });
  assert.ok(!scatters.some(({ kind }) => ['tree', 'pine', 'palm', 'blossom'].includes(kind)));
});

test('prompt parts are read separately: hot:: dog is a dog and not a sausage', async () => {
  const parts = [
    { text: 'hot', weight: 1 },
    { text: 'dog', weight: 1 },
  ];
  const { things } = await composeCandidate({ prompt: 'hot dog', parts });
  assert.ok(things.some(({ kind }) => kind === 'dog'));
});
