import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import sharp from 'sharp';
import { detectClipType, kindOfName } from './clip-types.ts';

const fixture = (name: string) => readFile(new URL(`../../../test/fixtures/clips/${name}`, import.meta.url));

for (const [name, type] of [
  ['h264-high.mp4', 'video/mp4'],
  ['h264.mov', 'video/quicktime'],
  ['vp9.webm', 'video/webm'],
  ['h264.mkv', 'video/x-matroska'],
  ['animation.webp', 'image/webp'],
] as const)
  test(`${name} is a clip of the type ${type}, by its bytes`, async () => {
    assert.equal(detectClipType(await fixture(name)), type);
  });

for (const format of ['gif', 'webp'] as const)
  test(`a ${format} is a clip if it has more than one frame`, async () => {
    const makeAnimation = async (frames: number) => {
      const pixels = Buffer.concat(
        Array.from({ length: frames }, (_, index) => Buffer.alloc(16 * 16 * 3, index * 90)),
      );
      const raw = { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 } as const;
      return sharp(pixels, { raw }).toFormat(format, { loop: 0 }).toBuffer();
    };
    assert.equal(detectClipType(await makeAnimation(1)), undefined);
    assert.equal(detectClipType(await makeAnimation(2)), `image/${format}`);
  });

test('still pictures and other files are no clips', async () => {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
  for (const format of ['png', 'jpeg', 'avif'] as const)
    assert.equal(detectClipType(await image.clone().toFormat(format).toBuffer()), undefined);
  for (const text of ['', 'GIF89a', 'RIFF....WEBP', '<html>'])
    assert.equal(detectClipType(Buffer.from(text)), undefined);
});

for (const [name, kind] of [
  ['ComfyUI_00001_.MP4', 'clip'],
  ['ffv1.mkv', 'clip'],
  ['https://x.test/a.mov?sig=1.png', 'clip'],
  ['data:video/webm;base64,AAAA', 'clip'],
  ['a.png', 'picture'],
  ['data:image/png;base64,AAAA', 'picture'],
  ['data:image/webp;base64,AAAA', undefined],
  ['ComfyUI_00001_.webp', undefined],
  ['https://x.test/a.gif', undefined],
  ['https://x.test/files/1', undefined],
] as const)
  test(`the name ${name} says ${kind ?? 'nothing'}`, () => assert.equal(kindOfName(name), kind));
