import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inDepth } from '../../../../test/support/depth.ts';
import { assertSameBytes } from '../../../../test/support/media/same-bytes.ts';
import { photograph, type PhotographOptions } from '../../../../test/support/media/photograph.ts';
import type { Mask } from '../../picture/mask-file.ts';
import type { RawPicture } from '../../picture/picture.ts';
import { maskAround } from '../../picture/rectangle.ts';
import { correctColors } from './correct-colors.ts';
import { mergePixels } from './merge-pixels.ts';
import { shapeMask } from './shape-mask.ts';

/** The largest allowed step, of 255, on average along the seam and over the channels. */
const maxStep = 2;
const size = { width: 512, height: 512 };

const scenes: Readonly<Record<string, Pick<PhotographOptions, 'detail' | 'grain'>>> = {
  'a flat photograph': { detail: 0, grain: 0 },
  'a detailed photograph': { detail: 1, grain: 2 },
  'a noisy photograph': { detail: 1, grain: 12 },
};
const masks: Readonly<Record<string, Mask>> = {
  'zoom out': maskAround({ left: 128, top: 128, width: 256, height: 256 }, size),
  pan: maskAround({ left: 171, top: 0, width: 341, height: 512 }, size),
  'a round region': roundMask({ x: 300, y: 290, radius: 130 }),
};
const answers: Readonly<Record<string, (value: number, channel: number) => number>> = {
  'as it should be': value => value,
  shifted: (value, channel) => value + ([12, -9, 6][channel] ?? 0),
  brighter: value => value * 1.05,
  'with less contrast': value => value * 0.93 + 9,
};

for (const [description, scene] of Object.entries(scenes).slice(inDepth({ quick: 1, full: 0 }))) {
  test(`the seam shows no step in ${description}, however the engine shifted its colors`, () => {
    for (const [shape, mask] of Object.entries(masks)) {
      for (const [how, change] of Object.entries(answers)) {
        const { old, result, truth } = job(scene, change);
        const step = stepAfter(correctCopy(result, old, mask), { old, truth, mask });
        assert.ok(step <= maxStep, `${shape}, ${how}: ${step}`);
      }
    }
  });

  test(`the seam shows no step in ${description} if the engine kept the old pixels itself`, () => {
    for (const [shape, mask] of Object.entries(masks)) {
      for (const [how, change] of Object.entries(answers)) {
        const { old, result, truth } = job(scene, change);
        const partly = mergeCopy(result, old, mask);
        const step = stepAfter(correctCopy(partly, old, mask), { old, truth, mask });
        assert.ok(step <= maxStep, `${shape}, ${how}: ${step}`);
      }
    }
  });

  test(`without matching, the step is measured in ${description}`, () => {
    for (const mask of Object.values(masks)) {
      const { old, result, truth } = job(scene, answers['shifted']);
      const step = stepAfter(result, { old, truth, mask });
      assert.ok(Math.abs(step - 9) < 1, String(step));
    }
  });
}

test('a shift that varies across the picture is matched along the whole seam', () => {
  const { old, result, truth } = job({ detail: 1, grain: 3 });
  const driftedPicture = changePixels(result, (value, _, { x }) => value + (20 * x) / size.width - 10);
  for (const mask of Object.values(masks)) {
    const step = stepAfter(correctCopy(driftedPicture, old, mask), { old, truth, mask });
    assert.ok(step <= maxStep, String(step));
  }
});

test('new content keeps its colors, however different from what was there', () => {
  const { old, result } = job({ detail: 1, grain: 2 });
  const mask = roundMask({ x: 300, y: 290, radius: 130 });
  const ball = changePixels(result, (value, channel, { x, y }) =>
    Math.hypot(x - 300, y - 290) <= 132 ? ([200, 40, 30][channel] ?? 255) : value,
  );
  for (const answer of [ball, mergeCopy(ball, old, mask)]) {
    const correctedPicture = correctCopy(answer, old, mask);
    const center = (290 * size.width + 300) * 4;
    for (const [channel, value] of [200, 40, 30].entries())
      assert.ok(Math.abs((correctedPicture.data[center + channel] ?? 0) - value) <= 1);
  }
});

test('content in the margin of the mask is not taken for a shift of the whole picture', () => {
  const { old, result } = job({ detail: 1, grain: 2 });
  const mask = roundMask({ x: 300, y: 290, radius: 110 });
  const margin = 20;
  const grownMask = shapeMask({ mask, grow: margin, feather: 0 });
  const night = changePixels(result, (value, channel) => value + ([-20, -10, 40][channel] ?? 0));
  const answer = mergeCopy(night, old, grownMask);
  const greatestChange = (beside: number) => {
    const { data } = correctColors({ result: copyPicture(answer), old, mask, margin: beside });
    let greatest = 0;
    for (const [at, value] of data.entries())
      greatest = Math.max(greatest, Math.abs(value - (answer.data[at] ?? 0)));
    return greatest;
  };
  assert.ok(greatestChange(margin) <= 1);
  assert.ok(greatestChange(0) > 10, 'without the margin, the new area has a visible patch');
});

test('a result that has nothing in common with the old picture is not corrected', () => {
  const { old } = job({ detail: 1, grain: 2 });
  const alien = changePixels(old, (value, channel) => (channel === 0 ? 255 - value / 4 : value / 4));
  const mask = roundMask({ x: 200, y: 200, radius: 90 });
  assertSameBytes(correctCopy(alien, old, mask).data, alien.data);
});

test('old pixels are not changed, and masks of one color change nothing', () => {
  const { old, result } = job({ detail: 1, grain: 2 }, answers['shifted']);
  const mask = roundMask({ x: 300, y: 290, radius: 130 });
  const correctedPicture = correctCopy(result, old, mask);
  for (const [pixel, value] of mask.data.entries())
    if (value === 0) assert.equal(correctedPicture.data[pixel * 4], result.data[pixel * 4]);
  for (const value of [0, 255]) {
    const even = { ...size, data: new Uint8Array(mask.data.length).fill(value) };
    assertSameBytes(correctCopy(result, old, even).data, result.data);
  }
});

/** A job whose engine paints the same scene with its own grain. `truth` has no grain. */
function job(
  scene: Pick<PhotographOptions, 'detail' | 'grain'>,
  change: (value: number, channel: number) => number = value => value,
) {
  const result = changePixels(photographOnce({ ...scene, seed: 2 }), change);
  return {
    old: photographOnce({ ...scene, seed: 1 }),
    result,
    truth: photographOnce({ ...scene, grain: 0 }),
  };
}

const photographs = new Map<string, RawPicture>();

function photographOnce(options: Omit<PhotographOptions, 'width' | 'height'>): RawPicture {
  const key = JSON.stringify(options);
  const picture = photographs.get(key) ?? photograph({ ...size, ...options });
  photographs.set(key, picture);
  return picture;
}

function correctCopy(result: RawPicture, old: RawPicture, mask: Mask): RawPicture {
  return correctColors({ result: copyPicture(result), old, mask, margin: 0 });
}

function mergeCopy(result: RawPicture, old: RawPicture, mask: Mask): RawPicture {
  return mergePixels({ result: copyPicture(result), old, mask, feather: 0 });
}

function copyPicture(picture: RawPicture): RawPicture {
  return { ...picture, data: new Uint8Array(picture.data) };
}

function changePixels(
  { data }: RawPicture,
  change: (value: number, channel: number, place: { x: number; y: number }) => number,
): RawPicture {
  const copy = new Uint8ClampedArray(data);
  for (let at = 0; at < data.length; at++) {
    const pixel = at >> 2;
    if (at % 4 < 3)
      copy[at] = change(data[at] ?? 0, at % 4, { x: pixel % size.width, y: Math.floor(pixel / size.width) });
  }
  return { ...size, data: copy };
}

function roundMask({ x, y, radius }: { x: number; y: number; radius: number }): Mask {
  const data = Uint8Array.from({ length: size.width * size.height }, (_, pixel) =>
    Math.hypot((pixel % size.width) - x, Math.floor(pixel / size.width) - y) <= radius ? 255 : 0,
  );
  return { ...size, data };
}

/**
 * The step at the seam after the old pixels are put back. In each piece of 32x32 pixels, the errors of the
 * new pixels within 4 pixels of an old one are averaged. The error is the difference to the scene. Old pixels
 * have no error apart from their grain.
 */
function stepAfter(
  result: RawPicture,
  { old, truth, mask }: { old: RawPicture; truth: RawPicture; mask: Mask },
): number {
  const { data } = mergeCopy(result, old, mask);
  const across = size.width / 32;
  const errors = new Float64Array(across * across * 3);
  const counts = new Float64Array(errors.length);
  for (const [pixel, value] of mask.data.entries()) {
    const [x, y] = [pixel % size.width, Math.floor(pixel / size.width)];
    if (value === 0 || !isBesideOld(mask, x, y)) continue;
    for (let channel = 0; channel < 3; channel++) {
      const piece = ((y >> 5) * across + (x >> 5)) * 3 + channel;
      const at = pixel * 4 + channel;
      errors[piece] = (errors[piece] ?? 0) + (data[at] ?? 0) - (truth.data[at] ?? 0);
      counts[piece] = (counts[piece] ?? 0) + 1;
    }
  }
  const steps = [...errors].flatMap((error, piece) => {
    const count = counts[piece] ?? 0;
    return count < 32 ? [] : [Math.abs(error / count)];
  });
  assert.ok(steps.length > 20);
  return steps.reduce((sum, step) => sum + step, 0) / steps.length;
}

function isBesideOld({ data }: Mask, x: number, y: number): boolean {
  for (const [across, down] of [
    [4, 0],
    [-4, 0],
    [0, 4],
    [0, -4],
  ] as const) {
    const [column, row] = [x + across, y + down];
    const isInside = column >= 0 && row >= 0 && column < size.width && row < size.height;
    if (isInside && data[row * size.width + column] === 0) return true;
  }
  return false;
}
