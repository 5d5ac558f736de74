/** Cuts a clip to another size. Its frames are encoded again, its sound is copied. */
import { fitTo } from '../picture/fit-picture.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import { openClipEncoder } from './clip.ts';
import { decodeClip } from './decode/decode-clip.ts';
import { writeTracks } from './write-tracks.ts';
import type { ClipFacts } from './probe-clip.ts';
import { mp4Sound } from './remux-clip.ts';

/**
 * Returns an MP4 of this size, which the encoder must be able to encode. Undefined if no decoder reads the clip, or if an MP4 cannot carry
 * its sound.
 */
export async function cropClip(
  clip: Uint8Array,
  facts: ClipFacts,
  size: PixelSize,
): Promise<Uint8Array | undefined> {
  if (facts.sound && !mp4Sound.includes(facts.sound.codec)) return undefined;
  const framesPerSecond = Math.min(120, Math.max(1, facts.framesPerSecond));
  const encoder = await openClipEncoder({ ...size, framesPerSecond });
  try {
    const count = await decodeClip(clip, async frame => {
      encoder.addFrame((await fitTo(await frame.toPicture(), size)).data);
    });
    if (count === undefined) return undefined;
    const silent = await encoder.finish({});
    return facts.sound ? await writeTracks([{ clip: silent }], [{ clip }]) : silent;
  } finally {
    encoder.close();
  }
}
