/** What is read of the files that a program made. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readResult } from './read-result.ts';

test('a clip is not read in the process of the server: it is claimed to be what was asked for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kinora-result-'));
  try {
    const asked = { width: 64, height: 32, durationMs: 1000, framesPerSecond: 12 };
    for (const [name, contentType] of [
      ['a.mp4', 'video/mp4'],
      ['a.webm', 'video/webm'],
      ['a.webp', 'image/webp'],
    ] as const) {
      // No reader of clips would accept it.
      await writeFile(join(folder, name), 'no clip');
      await writeFile(join(folder, 'result.json'), JSON.stringify({ files: [name] }));
      const { files } = await readResult(folder, { kind: 'clip', count: 1, ...asked }, 1000);
      assert.deepEqual(files, [{ kind: 'clip', contentType, ...asked, bytes: Buffer.from('no clip') }]);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
