/** Cuts a clip to another size. Its frames are encoded again and keep their times, its sound is copied. */
import type { PixelSize } from '../picture/picture-file.ts';
import { editedSeconds } from '../formats/mp4-edits.ts';
import { encodeAgain } from './encode-again.ts';
import type { ClipFacts } from './probe-clip.ts';
import { mp4Sound } from './remux-clip.ts';
import { writeTracks } from './write-tracks.ts';

/**
 * Returns an MP4 of this size, which the encoder must be able to encode, or undefined if no decoder reads the
 * clip, or if an MP4 cannot carry its sound.
 */
export async function cropClip(
  clip: Uint8Array,
  facts: ClipFacts,
  size: PixelSize,
): Promise<Uint8Array | undefined> {
  if (facts.sound && !mp4Sound.includes(facts.sound.codec)) return undefined;
  const silent = await encodeAgain([clip], size);
  if (!silent || !facts.sound) return silent;
  const until = editedSeconds(clip);
  return writeTracks([{ clip: silent }], [{ clip, ...(until !== undefined && { until }) }]);
}
