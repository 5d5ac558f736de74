/** Joins two clips. */
import { reason } from '@kinora/shared/errors/reason';
import { encodeAgain } from './encode-again.ts';
import { encodableSize } from './encode-animation.ts';
import { ClipError } from './decode/clip-error.ts';
import { frameTimes, hiddenFrames } from './decode/frame-times.ts';
import { videoTrack, withClip } from './decode/open-clip.ts';
import { type ClipFacts, probeClip } from './probe-clip.ts';
import { type Part, writeTracks } from './write-tracks.ts';

/**
 * Returns an MP4 of the first clip followed by the second. The frames are copied if both have the same codec
 * with the same settings and size. Otherwise they are encoded again as H.264 in the size of the first. Each
 * frame keeps its time. Sounds must be of the same kind. Throws ClipError if they are not, and if no decoder
 * reads a clip that must be encoded again.
 */
export async function appendClip(first: Uint8Array, second: Uint8Array): Promise<Uint8Array> {
  const [before, after] = [await probeClip(first), await probeClip(second)];
  const at = before.durationMs / 1000;
  const sound = soundParts([
    { clip: first, facts: before, until: at },
    { clip: second, facts: after, at },
  ]);
  const isWhole = !(await hidesFrames(first)) && !(await hidesFrames(second));
  if (isWhole && (await readDecoderSettings(first)) === (await readDecoderSettings(second)))
    return writeTracks([{ clip: first }, { clip: second, at }], sound);
  const encoded = await encodeAgain([first, second], encodableSize(before));
  if (!encoded) throw new ClipError(reason('clip_codec'));
  return writeTracks([{ clip: encoded }], sound);
}

function soundParts(clips: readonly (Part & { readonly facts: ClipFacts })[]): Part[] {
  const sounding = clips.filter(({ facts }) => facts.sound);
  const kinds = sounding.map(({ facts: { sound } }) =>
    [sound?.codec, sound?.sampleRate, sound?.channels].join(),
  );
  if (new Set(kinds).size > 1) throw new ClipError(reason('clip_sounds'));
  return sounding;
}

/** Whether an edit list hides frames. A joined clip would show them, or lack what other frames refer to. */
async function hidesFrames(clip: Uint8Array): Promise<boolean> {
  const { before, after } = hiddenFrames(await frameTimes(clip));
  return before || after;
}

/** Returns a text of all settings with which a player opens its decoder and turns the frames. */
function readDecoderSettings(clip: Uint8Array): Promise<string> {
  return withClip(clip, async input => {
    const track = await videoTrack(input);
    const { description, ...config } = (await track.getDecoderConfig()) ?? {};
    const bytes = description === undefined ? '' : Buffer.from(description as Uint8Array).toString('hex');
    return JSON.stringify([config, bytes, await track.getRotation(), await track.getFlip()]);
  });
}
