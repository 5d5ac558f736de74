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
    const asked = { width: 64, height: 32, durationMs: 1000, framesPerSecond: 12 };
    for (const [name, contentType] of [
      ['a.mp4', 'video/mp4'],
      ['a.webm', 'video/webm'],
      ['a.webp', 'image/webp'],
    ] as const) {
      // A decoder would reject this file.
      await writeFile(join(folder, name), 'no clip');
      await writeFile(join(folder, 'result.json'), JSON.stringify({ files: [name] }));
      const { files } = await readResult(folder, { kind: 'clip', count: 1, ...asked }, 1000);
      assert.deepEqual(files, [{ kind: 'clip', contentType, ...asked, bytes: Buffer.from('no clip') }]);
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
      const asked = { kind: 'picture', count: 1, ...size, durationMs: 0, framesPerSecond: 0 } as const;
      const { files } = await readResult(folder, asked, 1_000_000);
      assert.deepEqual(files, [{ kind: 'picture', contentType: `image/${format}`, ...size, bytes }]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
