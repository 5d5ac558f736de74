import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scene } from '../scene/scene.ts';
import { createFollowUp, drawJob, maskInput, subjects, toInput } from '../testing/follow-up-jobs.ts';
import { paintPicture } from '../paint/paint-picture.ts';
import { findSpot } from '../land/place-at.ts';
import type { Frame } from '../scene/picture.ts';
import type { DrawnPicture } from './drawing.ts';
import type { Pixels } from '../raster/raw-picture.ts';

const size = { width: 320, height: 200 };

async function paintPixels(scene: Scene): Promise<Uint8ClampedArray> {
  const canvas = await paintPicture({ scene }, { ...size, subjects });
  return canvas.getContext('2d').getImageData(0, 0, size.width, size.height).data;
}

/** The box around a thing, in shares of the picture. `wide` is its width as a multiple of its height. */
function boxAround({ scene }: DrawnPicture['picture'], kind: string, wide: number): Frame {
  const thing = scene.things.find(one => one.kind === kind);
  assert.ok(thing, kind);
  const { x, foot, size: tall } = findSpot(scene, thing);
  const top = Math.max(0, foot - tall * 1.06);
  return {
    x: Math.max(0, (x - (tall * wide) / 2) / scene.aspect),
    y: top,
    width: (tall * wide) / scene.aspect,
    height: Math.min(1, foot + tall * 0.03) - top,
  };
}

async function editRegion(parent: DrawnPicture, box: Frame, words: { prompt: string; before: string }) {
  const job = { prompt: words.prompt, kind: 'edit', inputs: [maskInput(box)], seed: 5 } as const;
  const { pixels, picture } = await drawJob(createFollowUp(parent, job, words.before));
  const patch = picture.patches?.at(-1);
  assert.ok(patch);
  return { pixels, scene: patch.scene };
}

/** The largest difference of any channel, over the pixels that count. */
function largestDifference(
  one: Pixels['data'] | Uint8ClampedArray,
  other: Pixels['data'] | Uint8ClampedArray,
  isCounted: (x: number, y: number) => boolean,
): number {
  let largest = 0;
  for (let at = 0; at < one.length; at++) {
    const pixel = at >> 2;
    if (isCounted(pixel % size.width, Math.floor(pixel / size.width)))
      largest = Math.max(largest, Math.abs(one[at] - other[at]));
  }
  return largest;
}

function isInside(box: Frame, inset: number): (x: number, y: number) => boolean {
  const [left, top] = [box.x * size.width + inset, box.y * size.height + inset];
  const [right, bottom] = [
    (box.x + box.width) * size.width - inset - 1,
    (box.y + box.height) * size.height - inset - 1,
  ];
  return (x, y) => x >= left && x <= right && y >= top && y <= bottom;
}

for (const [before, prompt, kind, wide] of [
  ['a fox in a meadow, morning', 'remove the fox', 'fox', 1.3],
  ['a red car driving on a desert road', 'an empty desert', 'car', 1.7],
  ['a sailboat on a lake, mountains', 'remove the sailboat', 'sailboat', 1],
] as const)
  test(`a removed thing leaves no traces inside the mask: ${prompt}`, async () => {
    const parent = await drawJob({ prompt: before, ...size });
    const box = boxAround(parent.picture, kind, wide);
    const { pixels, scene } = await editRegion(parent, box, { prompt, before });
    assert.ok(!scene.things.some(thing => thing.kind === kind));
    const without = await paintPixels(scene);
    assert.ok(largestDifference(pixels.data, without, isInside(box, 3)) <= 2);
    const isOutside = isInside(box, -3);
    assert.equal(
      largestDifference(pixels.data, parent.pixels.data, (x, y) => !isOutside(x, y)),
      0,
    );
  });

for (const [before, prompt, target] of [
  ['a lighthouse on a cliff', 'a castle', { kind: 'lighthouse', wide: 0.9 }],
  ['a city street with cars', 'a bus', { x: 0.3, y: 0.5, width: 0.45, height: 0.4 }],
  ['a green meadow with hills', 'a giraffe', { x: 0.3, y: 0.35, width: 0.4, height: 0.3 }],
  ['a meadow, morning', 'an elephant', { x: 0.1, y: 0.7, width: 0.22, height: 0.28 }],
  ['a lake at dawn', 'a sailboat', { x: 0.1, y: 0.5, width: 0.3, height: 0.2 }],
  ['a beach', 'a horse', { x: 0.5, y: 0.55, width: 0.2, height: 0.4 }],
] as const)
  test(`a painted thing is not cut off by the mask: ${prompt} in ${before}`, async () => {
    const parent = await drawJob({ prompt: before, ...size });
    const box = 'kind' in target ? boxAround(parent.picture, target.kind, target.wide) : target;
    const { scene } = await editRegion(parent, box, { prompt, before });
    const fresh = scene.things[scene.things.length - 1];
    const bare = { ...scene, scatters: [] };
    const [withIt, without] = [
      await paintPixels(bare),
      await paintPixels({ ...bare, things: bare.things.filter(thing => thing !== fresh) }),
    ];
    const { foot, size: tall } = findSpot(scene, fresh);
    // Below this line, the shadow lies beside the thing.
    const shadowTop = (foot - tall * 0.15) * size.height;
    const isNearBox = isInside(box, -2);
    const cut = largestDifference(withIt, without, (x, y) => y < shadowTop && !isNearBox(x, y));
    assert.ok(cut < 40, `${cut} outside the mask`);
    assert.ok(largestDifference(withIt, without, isNearBox) > 60, 'the new thing is visible');
  });

test('a thing removed from an uploaded picture leaves no traces up to the edge of the mask', async () => {
  const before = 'a red car driving on a desert road';
  const parent = await drawJob({ prompt: before, ...size });
  const box = boxAround(parent.picture, 'car', 1.7);
  const inputs = [toInput('picture', parent.pixels), maskInput(box)];
  const { pixels, picture } = await drawJob({
    prompt: 'an empty desert',
    kind: 'edit',
    inputs,
    seed: 5,
    ...size,
  });
  assert.equal(picture.found, true);
  const scene = { ...parent.picture.scene, things: [] };
  const without = await paintPixels(scene);
  const ring = (x: number, y: number) => isInside(box, 3)(x, y) && !isInside(box, 10)(x, y);
  const clearly = pixels.data.filter((value, index) => {
    const pixel = index >> 2;
    return ring(pixel % size.width, Math.floor(pixel / size.width)) && Math.abs(value - without[index]) > 30;
  });
  assert.ok(clearly.length < 350, `${clearly.length} channels differ near the edge`);
});
