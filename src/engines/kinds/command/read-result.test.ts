/** How the result files of a program are read. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { readResult } from './read-result.ts';

test('a clip is not decoded in the server process, and its size is taken from the job', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-result-'));
  try {
    const expectedOutput = { width: 64, height: 32, durationMs: 1000, framesPerSecond: 12 };
    // A decoder would reject these files.
    for (const [start, contentType] of [
      ['no clip', 'video/mp4'],
      ['\x1aE\xdf\xa3 webm', 'video/webm'],
      ['\x1aE\xdf\xa3 matroska', 'video/x-matroska'],
    ] as const) {
      const bytes = Buffer.from(start, 'latin1');
      await writeFile(join(folder, 'a.mp4'), bytes);
      await writeFile(join(folder, 'result.json'), JSON.stringify({ files: ['a.mp4'] }));
      const { files } = await readResult(folder, { kind: 'clip', count: 1, ...expectedOutput }, 1000);
      assert.deepEqual(files, [{ kind: 'clip', contentType, ...expectedOutput, bytes }]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a picture may be of any format that Kinora reads', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-result-'));
  try {
    const size = { width: 64, height: 32 };
    for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
      const picture = sharp({ create: { ...size, channels: 3, background: '#d33' } });
      const bytes = await picture.toFormat(format).toBuffer();
      await writeFile(join(folder, 'a.bin'), bytes);
      await writeFile(join(folder, 'result.json'), JSON.stringify({ files: ['a.bin'] }));
      const expectedOutput = {
        kind: 'picture',
        count: 1,
        ...size,
        durationMs: 0,
        framesPerSecond: 0,
      } as const;
      const { files } = await readResult(folder, expectedOutput, 1_000_000);
      assert.deepEqual(files, [{ kind: 'picture', contentType: `image/${format}`, ...size, bytes }]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('an image that cannot be used is reported with the reason', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-result-'));
  try {
    const create = { width: 9000, height: 9000, channels: 3, background: '#d33' } as const;
    const small = sharp({ create: { ...create, width: 8, height: 8 } });
    const formats = /cannot be read: This is not a PNG, JPEG, WebP, AVIF or GIF file\.$/;
    for (const [bytes, message] of [
      [
        await sharp({ create }).png().toBuffer(),
        /cannot be read: The picture has more than 67108864 pixels\.$/,
      ],
      [Buffer.alloc(0), formats],
      [await small.tiff().toBuffer(), formats],
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), formats],
    ] as const) {
      await writeFile(join(folder, '0.png'), bytes);
      await writeFile(join(folder, 'result.json'), JSON.stringify({ files: ['0.png'] }));
      const size = { width: 64, height: 64, durationMs: 0, framesPerSecond: 0 };
      await assert.rejects(readResult(folder, { kind: 'picture', count: 1, ...size }, 10_000_000), {
        code: 'engine_error',
        message,
      });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a wrong number of results is reported in both languages', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-result-'));
  try {
    const size = { width: 64, height: 64, durationMs: 0, framesPerSecond: 0 };
    for (const [kind, count, result, mismatchText] of [
      ['picture', 4, { files: ['0.png'] }, '1 picture instead of 4'],
      ['clip', 1, { files: [] }, '0 clips instead of 1'],
      ['text', 1, { texts: ['a', 'b'] }, '2 texts instead of 1'],
      ['text', 1, { files: ['0.png'] }, '0 texts instead of 1'],
    ] as const) {
      await writeFile(join(folder, 'result.json'), JSON.stringify(result));
      const message = `it made ${mismatchText}`;
      await assert.rejects(readResult(folder, { kind, count, ...size }, 1000), { message });
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
