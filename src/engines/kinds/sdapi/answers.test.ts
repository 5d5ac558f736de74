import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { readPictures } from './answers.ts';

test('a base64 picture may be in any format that Kinora reads', async () => {
  const size = { width: 64, height: 32 };
  for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
    const picture = sharp({ create: { ...size, channels: 3, background: '#d33' } });
    const bytes = await picture.toFormat(format).toBuffer();
    const answer = {
      status: 200,
      isOk: true,
      headers: {},
      contentType: 'application/json',
      bytes: Buffer.from(JSON.stringify({ images: [bytes.toString('base64')], info: '{}' })),
    };
    assert.deepEqual(await readPictures(answer, 1), [
      { kind: 'picture', contentType: `image/${format}`, ...size, bytes },
    ]);
  }
});
