import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { resizePicture } from '../../picture/picture.ts';
import { decodeClip } from './decode-clip.ts';

const folder = new URL('../../../../test/fixtures/clips/', import.meta.url);

// Both have frames that refer to later ones, so that their decoders return several at the end.
for (const name of ['h264-high.mp4', 'h265.mp4']) {
  test(`each frame of ${name} is dealt with before the next one is decoded`, async () => {
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
