import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { inspectPicture } from '../../../media/picture/picture.ts';
import type { StepPicture } from '../../contract/steps/step-picture.ts';
import { decodeBase64, toDataUrl, toPlainDataUrl } from './held-picture.ts';

async function pictureAs(format: 'png' | 'jpeg' | 'webp'): Promise<StepPicture> {
  const size = { width: 64, height: 32 };
  const picture = sharp({ create: { ...size, channels: 3, background: '#d33' } });
  return { contentType: `image/${format}`, ...size, bytes: await picture.toFormat(format).toBuffer() };
}

test('a picture that every server reads is sent as it is', async () => {
  for (const format of ['png', 'jpeg'] as const) {
    const picture = await pictureAs(format);
    const urls = [await toPlainDataUrl(picture), await toPlainDataUrl(picture, 64)];
    for (const url of urls) assert.ok(url === toDataUrl(picture));
  }
});

test('WebP, and a picture that is too large, are sent as PNG', async () => {
  for (const [picture, maxEdge, width] of [
    [await pictureAs('webp'), undefined, 64],
    [await pictureAs('webp'), 16, 16],
    [await pictureAs('jpeg'), 16, 16],
  ] as const) {
    const url = await toPlainDataUrl(picture, maxEdge);
    assert.match(url, /^data:image\/png;base64,/);
    const pictureFacts = await inspectPicture(decodeBase64(url));
    assert.deepEqual(
      [pictureFacts.format, pictureFacts.width, pictureFacts.height],
      ['png', width, width / 2],
    );
  }
});
