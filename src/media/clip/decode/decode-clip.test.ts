import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import { skipWithoutPrograms } from '../../../../test/support/programs/needs.ts';
import { encodeWebp, resizePicture } from '../../picture/picture.ts';
import { writeTracks } from '../write-tracks.ts';
import { decodeClip, type DecodedFrame } from './decode-clip.ts';

const folder = new URL('../../../../test/fixtures/clips/', import.meta.url);

// Both clips have frames that refer to later ones, so their decoders return several frames at the end.
for (const name of ['h264-high.mp4', 'h265.mp4']) {
  const options = name === 'h265.mp4' ? skipWithoutPrograms('ffmpeg') : {};
  test(`each frame of ${name} is processed before the next one is decoded`, options, async () => {
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
  const decoded = async (neededFrames: readonly number[]) => {
    const levels = new Map<number, number>();
    const take = async ({ index, toPicture }: DecodedFrame) =>
      void levels.set(index, (await toPicture()).data[48 * 4] ?? 0);
    await decodeClip(long, take, { neededFrames, maxWholePixels: 1000 });
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

test('a VP8 clip of key frames only, as sd-server writes it, is decoded without ffmpeg', async () => {
  const levels = [40, 120, 200];
  const clip = await keyFrameClip(levels);
  const shownLevels: number[] = [];
  const take = async ({ toPicture }: DecodedFrame) => void shownLevels.push((await toPicture()).data[0] ?? 0);
  assert.equal(await decodeClip(clip, take), 3);
  for (const [index, level] of levels.entries())
    assert.ok(Math.abs((shownLevels[index] ?? 0) - level) <= 3, shownLevels.join());
});

/** A WebM whose frames are those of WebP files. */
async function keyFrameClip(levels: readonly number[]): Promise<Uint8Array> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source);
  await output.start();
  const [width, height] = [48, 32];
  for (const [index, level] of levels.entries()) {
    const file = await encodeWebp({ data: new Uint8Array(width * height * 4).fill(level), width, height });
    // After the headers of the file and of its only chunk.
    const frame = file.subarray(20);
    const decoderConfig = { codec: 'vp8', codedWidth: width, codedHeight: height };
    await source.add(new EncodedPacket(frame, 'key', index / 4, 0.25), { decoderConfig });
  }
  await output.finalize();
  return new Uint8Array(output.target.buffer ?? assert.fail());
}
