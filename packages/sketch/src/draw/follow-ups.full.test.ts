import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSpot } from '../land/place-at.ts';
import {
  createFollowUp,
  crop,
  drawJob,
  fineness,
  maskInput,
  meanDifference,
  toInput,
} from '../testing/follow-up-jobs.ts';
import { resizePicture } from '../raster/codec.ts';
import type { DrawnPicture } from './drawing.ts';
import type { Pixels } from '../raster/raw-picture.ts';
import { findThing } from '../testing/find-thing.ts';

const prompt = 'a fox beside a lighthouse on a cliff at sunset';
const parent = await drawJob({ prompt });
const doubledArea = { x: -0.5, y: -0.5, width: 2, height: 2 };
const toLeft = { x: -0.5, y: 0, width: 1.5, height: 1 };

async function scalePixels(pixels: Pixels, size: { width: number; height: number }): Promise<Pixels> {
  const { data, width, height } = await resizePicture(pixels, size);
  return { data: new Uint8Array(data), width, height };
}

const pan = (from: DrawnPicture, candidate = 0) =>
  drawJob(
    createFollowUp(from, { prompt, kind: 'outpaint', frame: toLeft, width: 384, height: 256 }),
    candidate,
  );
const zoom = (from: DrawnPicture, candidate = 0) =>
  drawJob(createFollowUp(from, { prompt, kind: 'outpaint', frame: doubledArea }), candidate);

test('an upscale without changes returns the pixels of the candidate', async () => {
  const { pixels } = await drawJob(createFollowUp(parent, { prompt, kind: 'upscale' }));
  assert.deepEqual(pixels.data, parent.pixels.data);
});

test('a subtle upscale has more detail than a plain enlargement, and a creative one even more', async () => {
  const size = { width: 512, height: 512 };
  const subtle = await drawJob(
    createFollowUp(parent, { prompt, kind: 'upscale', enhance: 'subtle', ...size }),
  );
  const creative = await drawJob(
    createFollowUp(parent, { prompt, kind: 'upscale', enhance: 'creative', ...size }),
  );
  const enlargement = await scalePixels(parent.pixels, size);
  assert.ok(fineness(subtle.pixels) > fineness(enlargement) * 1.5);
  assert.ok(fineness(creative.pixels) > fineness(subtle.pixels) * 1.1);
  assert.ok(meanDifference(subtle.pixels, enlargement) < 8);
  assert.ok(meanDifference(creative.pixels, subtle.pixels) > 1.5);
});

test('an uploaded picture is enlarged from its pixels, with added detail on request', async () => {
  const upload: DrawnPicture = { ...parent, picture: { ...parent.picture, found: true } };
  const size = { width: 512, height: 512 };
  const plain = await drawJob(createFollowUp(upload, { prompt, kind: 'upscale', ...size }));
  const creative = await drawJob(
    createFollowUp(upload, { prompt, kind: 'upscale', enhance: 'creative', ...size }),
  );
  const enlargement = await scalePixels(parent.pixels, size);
  assert.deepEqual(plain.pixels.data, enlargement.data);
  assert.ok(fineness(creative.pixels) > fineness(enlargement) * 1.3);
});

test('a strong variation differs more than a default one, and a subtle one less', async () => {
  const measureChange = async (strength?: 'subtle' | 'strong') => {
    const job = createFollowUp(parent, { prompt, kind: 'variation', ...(strength && { strength }) });
    const variations = await Promise.all([0, 1].map(candidate => drawJob(job, candidate)));
    return variations.reduce((sum, { pixels }) => sum + meanDifference(pixels, parent.pixels), 0);
  };
  const [subtle, usual, strong] = [
    await measureChange('subtle'),
    await measureChange(),
    await measureChange('strong'),
  ];
  assert.ok(subtle > 2);
  assert.ok(usual > subtle * 1.2);
  assert.ok(strong > usual * 1.05);
});

test('a variation with another prompt replaces the subjects that the prompt no longer names', async () => {
  const job = createFollowUp(
    parent,
    { prompt: 'a wolf beside a lighthouse at night', kind: 'variation' },
    prompt,
  );
  const { picture } = await drawJob(job);
  const fox = findThing(parent.picture.scene, 'fox');
  const wolf = findThing(picture.scene, 'wolf');
  assert.deepEqual(picture.scene.things.map(({ kind }) => kind).sort(), ['lighthouse', 'wolf']);
  assert.equal(picture.scene.time, 'night');
  assert.equal(picture.scene.setting, parent.picture.scene.setting);
  assert.ok(Math.abs(wolf.x / wolf.z - fox.x / fox.z) < 0.25);
});

test('a pan keeps every pixel in its place and adds to one side', async () => {
  const { pixels } = await pan(parent);
  assert.equal(pixels.width, 384);
  const oldPart = crop(pixels, { left: 128, top: 0, width: 256, height: 256 });
  assert.deepEqual(oldPart.data, parent.pixels.data);
  const joint = (left: number) => crop(pixels, { left, top: 0, width: 4, height: 256 });
  const seam = meanDifference(joint(124), joint(128));
  assert.ok(seam < meanDifference(joint(132), joint(136)) * 2 + 4, `seam of ${seam}`);
});

test('zooming out by two shows the picture at half its size in the middle', async () => {
  const { pixels } = await zoom(parent);
  assert.equal(pixels.width, 256);
  const inside = { left: 76, top: 76, width: 104, height: 104 };
  const small = await scalePixels(parent.pixels, { width: 128, height: 128 });
  const expected = crop(small, { left: 12, top: 12, width: 104, height: 104 });
  assert.ok(meanDifference(crop(pixels, inside), expected) < 5);
  assert.ok(fineness(crop(pixels, { left: 0, top: 180, width: 256, height: 70 })) > 4);
});

test('candidates of a zoom differ in the new area and agree in the old one', async () => {
  const [one, other] = [await zoom(parent, 0), await zoom(parent, 1)];
  const inside = { left: 84, top: 84, width: 88, height: 88 };
  const below = { left: 0, top: 192, width: 256, height: 64 };
  assert.ok(meanDifference(crop(one.pixels, inside), crop(other.pixels, inside)) < 3);
  assert.ok(meanDifference(crop(one.pixels, below), crop(other.pixels, below)) > 4);
});

test('a zoom with another prompt places additions outside of the original picture', async () => {
  const wider = `${prompt} and a hot air balloon`;
  const { picture } = await drawJob(
    createFollowUp(parent, { prompt: wider, kind: 'outpaint', frame: doubledArea }, prompt),
  );
  const balloon = findThing(picture.scene, 'balloon');
  const { x, foot } = findSpot(picture.scene, balloon);
  assert.ok(x < 0 || x > picture.scene.aspect || foot < 0 || foot > 1);
});

test('a panned picture in a paper style has no paper margin in the middle', async () => {
  const words = 'watercolor of a lake at dawn';
  const painting = await drawJob({ prompt: words });
  const job = createFollowUp(painting, {
    prompt: words,
    kind: 'outpaint',
    frame: toLeft,
    width: 384,
    height: 256,
  });
  const { pixels } = await drawJob(job);
  const lightest = (left: number) => {
    const { data } = crop(pixels, { left, top: 40, width: 1, height: 176 });
    return data.reduce((sum, value) => sum + value, 0) / data.length;
  };
  const usual = (lightest(100) + lightest(160)) / 2;
  for (let left = 118; left < 150; left++) assert.ok(lightest(left) < usual + 14, `at ${left}`);
});

test('the free paper around a panned picture stays clean', async () => {
  const paper = 'a red fox beside a lighthouse on a cliff at sunset, watercolor';
  const before = await drawJob({ prompt: paper });
  const { pixels } = await drawJob(
    createFollowUp(before, { prompt: paper, kind: 'outpaint', frame: toLeft, width: 384, height: 256 }),
  );
  const bottom = crop(pixels, { left: 8, top: 253, width: 368, height: 3 }).data;
  const blue = bottom.filter((_, index) => index % 4 === 2);
  assert.ok(Math.min(...blue) > 225, `${Math.min(...blue)}`);
});

test('a repainted region shows the new subject, and no pixel outside the mask changes', async () => {
  const mask = maskInput({ x: 0.05, y: 0.05, width: 0.4, height: 0.4 });
  const { pixels, picture } = await drawJob(
    createFollowUp(parent, { prompt: 'a hot air balloon', kind: 'edit', inputs: [mask] }, prompt),
  );
  const patch = picture.patches?.at(-1);
  assert.ok(patch?.scene.things.some(({ kind }) => kind === 'balloon'));
  const outside = { left: 120, top: 0, width: 136, height: 256 };
  assert.deepEqual(crop(pixels, outside).data, crop(parent.pixels, outside).data);
  const below = { left: 0, top: 118, width: 256, height: 138 };
  assert.deepEqual(crop(pixels, below).data, crop(parent.pixels, below).data);
  const inside = { left: 20, top: 20, width: 88, height: 88 };
  assert.ok(meanDifference(crop(pixels, inside), crop(parent.pixels, inside)) > 5);
});

test('a subject under a mask is replaced', async () => {
  const all = maskInput({ x: 0, y: 0, width: 1, height: 1 });
  const { picture } = await drawJob(
    createFollowUp(parent, { prompt: 'a wolf', kind: 'edit', inputs: [all] }, prompt),
  );
  assert.deepEqual(
    picture.patches?.[0].scene.things.map(({ kind }) => kind),
    ['wolf'],
  );
});

test('an edit of an uploaded picture keeps the pixels outside the mask', async () => {
  const mask = maskInput({ x: 0.5, y: 0.1, width: 0.4, height: 0.3 });
  const inputs = [toInput('picture', parent.pixels), mask];
  const { pixels, picture } = await drawJob({ prompt: 'a hot air balloon', kind: 'edit', inputs });
  assert.equal(picture.found, true);
  const outside = { left: 0, top: 0, width: 120, height: 256 };
  assert.deepEqual(crop(pixels, outside).data, crop(parent.pixels, outside).data);
  assert.ok(meanDifference(pixels, parent.pixels) > 0.5);
});

test('an edit instruction changes only what it names', async () => {
  const job = createFollowUp(
    parent,
    { prompt: 'make it night and remove the lighthouse', kind: 'edit' },
    prompt,
  );
  const { picture } = await drawJob(job);
  assert.equal(picture.scene.time, 'night');
  assert.deepEqual(
    picture.scene.things.map(({ kind }) => kind),
    ['fox'],
  );
});

test('follow-ups of follow-ups are painted from their recipes', async () => {
  const mask = maskInput({ x: 0.1, y: 0.1, width: 0.35, height: 0.4 });
  const region = { prompt: 'a hot air balloon', kind: 'edit', inputs: [mask] } as const;
  const variation = await drawJob(
    createFollowUp(parent, { prompt, kind: 'variation', strength: 'subtle' }),
    2,
  );
  const wider = await pan(variation, 1);
  const editResult = await drawJob(createFollowUp(wider, region, prompt));
  const larger = await zoom({ ...editResult }, 3);
  const largerSize = { width: larger.pixels.width, height: larger.pixels.height };
  assert.deepEqual(largerSize, { width: 384, height: 256 });
  const upscale = await drawJob(
    createFollowUp(larger, { prompt, kind: 'upscale', enhance: 'subtle', width: 768, height: 512 }),
  );
  assert.ok(
    meanDifference(upscale.pixels, await scalePixels(larger.pixels, { width: 768, height: 512 })) < 9,
  );
  const secondVariation = await drawJob(createFollowUp(larger, { prompt, kind: 'variation' }));
  assert.deepEqual(secondVariation.picture.frame, larger.picture.frame);
  assert.ok(JSON.stringify(upscale.picture).length < 75_000);
});

test('a repeated follow-up with the same seed has identical bytes', async () => {
  const [one, other] = [await zoom(parent, 2), await zoom(parent, 2)];
  assert.deepEqual(one.pixels.data, other.pixels.data);
});
