import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { openAnimation } from './animation.ts';

test('an animation keeps its frame delays, except delays up to 10 ms, which count as unspecified', async () => {
  const delays = [17, 16, 10, 0];
  const pages = delays.map((_, page) => Buffer.alloc(16 * 16 * 3, page * 60));
  const bytes = await sharp(Buffer.concat(pages), {
    raw: { width: 16, height: 16 * pages.length, channels: 3, pageHeight: 16 },
  })
    .webp({ delay: delays, lossless: true })
    .toBuffer();
  assert.deepEqual((await openAnimation(bytes))?.delaysMs, [17, 16, 100, 100]);
});
