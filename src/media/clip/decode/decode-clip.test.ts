import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { resizePicture } from '../../picture/picture.ts';
import { writeTracks } from '../write-tracks.ts';
import { decodeClip, type DecodedFrame } from './decode-clip.ts';

const folder = new URL('../../../../test/fixtures/clips/', import.meta.url);

// Both clips have frames that refer to later ones, so their decoders return several frames at the end.
for (const name of ['h264-high.mp4', 'h265.mp4']) {
  test(`each frame of ${name} is processed before the next one is decoded`, async () => {
    const levels: number[] = [];
    let inProgress = 0;
    const count = await decodeClip(await readFile(new URL(name, folder)), async frame => {
      assert.equal(inProgress++, 0);
      const { data } = await resizePicture(await frame.toPicture(), { width: 48, height: 32 });
      levels[frame.index] = data[24 * 4] ?? 0;
      inProgress--;
    });
    assert.equal(count, 24);
    for (const [index, level] of levels.entries())
      assert.ok(Math.abs(level - 24 - index * 8) <= 4, levels.join());
  });
}

test('in a large clip, only needed frames are decoded, starting from the key frame before them', async () => {
  const clip = await readFile(new URL('h264-high.mp4', folder));
  const parts = [0, 1.5, 3].map(start => ({ clip, at: start, until: start + 1.5 }));
  const long = await writeTracks(parts, []);
  const decoded = async (needed: readonly number[]) => {
    const levels = new Map<number, number>();
    const take = async ({ index, toPicture }: DecodedFrame) =>
      void levels.set(index, (await toPicture()).data[48 * 4] ?? 0);
    await decodeClip(long, take, { needed, maxWholePixels: 1000 });
    return levels;
  };
  const middle = await decoded([30]);
  assert.ok(
    [...middle.keys()].every(index => index >= 24 && index <= 36),
    [...middle.keys()].join(),
  );
  const ends = await decoded([0, 71]);
  assert.ok(
    [...ends.keys()].every(index => index < 12 || index >= 48),
    [...ends.keys()].join(),
  );
  for (const [index, level] of [...middle, ...ends])
    assert.ok(Math.abs(level - 24 - (index % 24) * 8) <= 4, `${level} at ${index}`);
  assert.ok(middle.has(30) && ends.has(0) && ends.has(71));
});
