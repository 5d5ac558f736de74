import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { skipWithoutPrograms } from '../../../../test/support/programs/needs.ts';
import { EncodedPacketSink } from 'mediabunny';
import { decodeClip } from './decode-clip.ts';
import { frameTimes } from './frame-times.ts';
import { videoTrack, withClip } from './open-clip.ts';

const clip = await readFile(new URL('../../../../test/fixtures/clips/vp8.webm', import.meta.url));

/** Hides the frame at this time. VP8 files may have such frames, which others refer to. */
async function hideFrame(seconds: number): Promise<void> {
  await withClip(clip, async input => {
    const packet = await new EncodedPacketSink(await videoTrack(input)).getPacket(seconds);
    const at = clip.indexOf(packet?.data ?? '');
    assert.ok(at > 0 && packet?.type === 'delta');
    clip[at] = (clip[at] ?? 0) & ~0x10;
  });
}

test('a hidden frame has no time, is no damage, and the frames after it keep their times', async t => {
  const allTimes = await frameTimes(clip);
  await hideFrame(0.75);
  const hidden = allTimes.findIndex(time => Math.abs(time - 0.75) < 0.001);
  assert.ok(hidden > 0);
  assert.deepEqual(await frameTimes(clip), allTimes.toSpliced(hidden, 1));
  await t.test('and is not decoded', skipWithoutPrograms('ffmpeg'), async () => {
    assert.equal(await decodeClip(clip, async () => {}), allTimes.length - 2);
  });
});
