import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { skipWithoutPrograms } from '../../../../test/support/programs/needs.ts';
import type { EngineMedia } from '../../../engines/contract/engine-media.ts';
import { readProvenance } from '../../../media/provenance/provenance.ts';
import { openMemoryStorage } from '../../../media/storage/memory-storage.ts';
import { openOutputSaver } from './save-outputs.ts';

const folder = new URL('../../../../test/fixtures/clips/', import.meta.url);
const media = { kind: 'clip', contentType: 'video/mp4', width: 96, height: 64, ref: null } as const;

interface EngineReturn {
  readonly media?: readonly EngineMedia[];
  /** The bytes of a file. Undefined means those of the fixture. */
  readonly readBytes?: (media: EngineMedia) => Uint8Array | undefined;
}

async function save(name: string, seconds: number, { media: files = [media], readBytes }: EngineReturn = {}) {
  const storage = openMemoryStorage(() => 0);
  const job = {
    taskId: 'test',
    model: 'wan',
    kind: 'clip',
    prompt: 'waves',
    seed: 1,
    exclude: [],
    seconds,
    width: 480,
    height: 320,
  } as const;
  const task = {
    publicId: 'video_1',
    engine: 'comfy',
    model: 'wan-2.2',
    job,
    media: files,
    createdMs: Date.UTC(2026, 0, 1),
  };
  const bytes = await readFile(new URL(name, folder));
  const saver = openOutputSaver({
    storage,
    findSourceType: () => 'trainedAlgorithmicMedia',
    // The clips of the fixtures are small.
    listAccepted: () => ['any-size'],
    signer: undefined,
  });
  const outputs = await saver.finished(task, async file => readBytes?.(file) ?? bytes);
  return { storage, outputs };
}

const cases = [
  ['h264.mkv', 'video/mp4', 'mp4', {}],
  ['vp8.webm', 'video/webm', 'webm', skipWithoutPrograms('ffmpeg')],
  ['vp9.webm', 'video/mp4', 'mp4', skipWithoutPrograms('ffmpeg')],
  ['h265.mp4', 'video/mp4', 'mp4', skipWithoutPrograms('ffmpeg')],
] as const;
for (const [name, contentType, extension, options] of cases) {
  test(
    `${name} is stored with its real type, size and length, pictures and provenance`,
    options,
    async () => {
      const { storage, outputs } = await save(name, 1.6);
      assert.ok(outputs.ok);
      const [clip] = outputs.files;
      assert.deepEqual(
        outputs.files.map(({ kind }) => kind),
        ['clip', 'thumbnail', 'spritesheet'],
      );
      assert.deepEqual([clip?.contentType, clip?.width, clip?.height], [contentType, 96, 64]);
      assert.ok(clip!.storageKey.endsWith(`.${extension}`), clip!.storageKey);
      assert.ok(Math.abs(clip!.durationMs! - 1500) <= 1);
      const stored = await storage.open(clip!.storageKey);
      const bytes = new Uint8Array(clip!.sizeBytes);
      assert.equal(await stored!.read(bytes), clip!.sizeBytes);
      const provenance = readProvenance(bytes);
      assert.deepEqual(
        [provenance?.model, provenance?.digitalSourceType, provenance?.taskId],
        ['wan-2.2', 'trainedAlgorithmicMedia', 'video_1'],
      );
    },
  );
}

test('frames that cannot form a spritesheet fail the save with a reason', async () => {
  const frame = { kind: 'frame', contentType: 'image/x-rgba', width: 20_000, height: 1, ref: null } as const;
  const pixels = new Uint8Array(20_000 * 4);
  const { outputs } = await save('h264-high.mp4', 1.5, {
    media: [media, ...Array.from({ length: 16 }, () => frame)],
    readBytes: file => (file.kind === 'frame' ? pixels : undefined),
  });
  assert.ok(!outputs.ok && outputs.code === 'engine_media_invalid');
});

test('a truncated or far too short clip fails the save with a reason', async () => {
  const clip = await readFile(new URL('vp9.webm', folder));
  const truncatedSave = await save('vp9.webm', 1.5, { readBytes: () => clip.subarray(0, 900) });
  const damage = { reason: reason('clip_cut_off'), damagedBytes: 900 };
  assert.deepEqual(truncatedSave.outputs, { ok: false, code: 'engine_media_invalid', ...damage });
  const short = await save('h264-high.mp4', 3);
  assert.deepEqual(short.outputs, {
    ok: false,
    code: 'engine_media_invalid',
    reason: reason('length_instead', { length: 1500, wanted: 3000 }),
  });
});
