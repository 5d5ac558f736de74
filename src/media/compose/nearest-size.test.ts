import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from '@kinora/sketch/random';
import { nearestSize } from './nearest-size.ts';

test('a size that the model supports is used unchanged', () => {
  assert.deepEqual(nearestSize({ width: 1344, height: 768 }, { multiple: 64 }), { width: 1344, height: 768 });
});

test('other sizes become multiples with nearly the same aspect ratio and number of pixels', () => {
  const size = nearestSize({ width: 1456, height: 816 }, { multiple: 64 });
  assert.deepEqual(size, { width: 1472, height: 832 });
});

test('a size outside the limits is scaled into them', () => {
  const rules = { multiple: 16, minPixels: 600_000, maxPixels: 1_100_000 };
  assert.deepEqual(nearestSize({ width: 2048, height: 2048 }, rules), { width: 1040, height: 1040 });
  const enlargedSize = nearestSize({ width: 300, height: 200 }, rules);
  assert.ok(enlargedSize.width * enlargedSize.height >= 600_000);
  assert.ok(Math.abs(enlargedSize.width / enlargedSize.height - 1.5) < 0.02);
});

test('from a list, the nearest aspect ratio is chosen, then the nearest pixel count', () => {
  const list = [
    { width: 512, height: 512 },
    { width: 1024, height: 1024 },
    { width: 1536, height: 1024 },
    { width: 1024, height: 1536 },
  ];
  const chooseSize = (width: number, height: number) => nearestSize({ width, height }, { multiple: 1, list });
  assert.deepEqual(chooseSize(900, 900), list[1]);
  assert.deepEqual(chooseSize(500, 480), list[0]);
  assert.deepEqual(chooseSize(1456, 816), list[2]);
  assert.deepEqual(chooseSize(816, 1456), list[3]);
});

test('if the limits of a model conflict, the maximum takes precedence', () => {
  const size = nearestSize(
    { width: 1000, height: 700 },
    { multiple: 256, minPixels: 700_000, maxPixels: 650_000 },
  );
  assert.ok(size.width * size.height <= 650_000);
  const smallest = nearestSize({ width: 1000, height: 10 }, { multiple: 64, maxPixels: 4000 });
  assert.deepEqual(smallest, { width: 64, height: 64 });
});

test('any size becomes a multiple within the limits', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 2000; round++) {
    const requestedSize = {
      width: 64 + Math.floor(random() * 4000),
      height: 64 + Math.floor(random() * 4000),
    };
    const multiple = [1, 8, 16, 32, 64][Math.floor(random() * 5)] ?? 8;
    const rules = { multiple, minPixels: 400_000, maxPixels: 1_600_000 };
    const { width, height } = nearestSize(requestedSize, rules);
    const description = `${requestedSize.width}x${requestedSize.height} by ${multiple}: ${width}x${height}`;
    assert.ok(width % multiple === 0 && height % multiple === 0, description);
    assert.ok(width * height <= 1_600_000 && width * height >= 400_000, description);
    const aspect = Math.abs(Math.log((width * requestedSize.height) / (height * requestedSize.width)));
    assert.ok(aspect < 0.01 + multiple / Math.min(width, height), description);
  }
});
