import { mock, test } from 'node:test';
import { assertSameBytes } from '../../../test/support/media/same-bytes.ts';
import { openClipEncoder, remuxClip } from './clip.ts';
import { addSound } from './sound-track.ts';

const size = { width: 32, height: 32 };

async function clipWithSound(): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ ...size, framesPerSecond: 12 });
  for (let frame = 0; frame < 12; frame++) encoder.addFrame(new Uint8Array(32 * 32 * 4).fill(frame));
  const clip = await encoder.finish({ title: 'waves' });
  encoder.close();
  const side = Float32Array.from({ length: 48_000 }, (_, index) => Math.sin(index * 0.05) * 0.3);
  const sounding = await addSound(clip, { samples: [side, side], sampleRate: 48_000 });
  return (await remuxClip(sounding, { title: 'sea' })).bytes;
}

test('writing a clip at another time gives the same bytes', async () => {
  mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 0, 1) });
  try {
    const clip = await clipWithSound();
    mock.timers.setTime(Date.UTC(2026, 5, 1));
    assertSameBytes(await clipWithSound(), clip);
  } finally {
    mock.timers.reset();
  }
});
