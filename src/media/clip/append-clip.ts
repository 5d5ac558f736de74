/** Joins two clips. */
import { fitTo } from '../picture/fit-picture.ts';
import type { PixelSize } from '../picture/picture-file.ts';
import { type ClipEncoder, openClipEncoder } from './clip.ts';
import { decodeClip } from './decode/decode-clip.ts';
import { encodableSize } from './encode-animation.ts';
import { ClipError, videoTrack, withClip } from './open-clip.ts';
import { type ClipFacts, probeClip } from './probe-clip.ts';
import { type Part, writeTracks } from './write-tracks.ts';

/**
 * Returns an MP4 of the first clip followed by the second. The frames are copied if both have the same codec with the same settings, size and
 * frame rate. Otherwise they are encoded again as H.264 in the size and at the rate of the first. Sounds must be of the same kind. Throws
 * ClipError if they are not, and if no decoder reads a clip that must be encoded again.
 */
export async function appendClip(first: Uint8Array, second: Uint8Array): Promise<Uint8Array> {
  const [before, after] = [await probeClip(first), await probeClip(second)];
  const at = before.durationMs / 1000;
  const sound = soundParts([
    { clip: first, facts: before, until: at },
    { clip: second, facts: after, at },
  ]);
  if (await isSameKind([first, before], [second, after]))
    return writeTracks([{ clip: first }, { clip: second, at }], sound);
  return writeTracks([{ clip: await encodeBoth([first, before], [second, after]) }], sound);
}

function soundParts(clips: readonly (Part & { readonly facts: ClipFacts })[]): Part[] {
  const sounding = clips.filter(({ facts }) => facts.sound);
  const kinds = sounding.map(({ facts: { sound } }) =>
    [sound?.codec, sound?.sampleRate, sound?.channels].join(),
  );
  if (new Set(kinds).size > 1) throw new ClipError('The sounds of the clips are of different kinds.');
  return sounding;
}

async function isSameKind(
  [first, before]: readonly [Uint8Array, ClipFacts],
  [second, after]: readonly [Uint8Array, ClipFacts],
): Promise<boolean> {
  if (Math.abs(before.framesPerSecond / after.framesPerSecond - 1) > 0.01) return false;
  const [one, other] = [await settingsOf(first), await settingsOf(second)];
  return one === other;
}

/** Everything that a player sets its decoder up with, and how it turns the frames. */
function settingsOf(clip: Uint8Array): Promise<string> {
  return withClip(clip, async input => {
    const track = await videoTrack(input);
    const { description, ...config } = (await track.getDecoderConfig()) ?? {};
    const bytes = description === undefined ? '' : Buffer.from(description as Uint8Array).toString('hex');
    return JSON.stringify([config, bytes, await track.getRotation(), await track.getFlip()]);
  });
}

async function encodeBoth(
  [first, before]: readonly [Uint8Array, ClipFacts],
  [second, after]: readonly [Uint8Array, ClipFacts],
): Promise<Uint8Array> {
  const size = encodableSize(before);
  const framesPerSecond = Math.min(120, Math.max(1, before.framesPerSecond));
  const encoder = await openClipEncoder({ ...size, framesPerSecond });
  try {
    await encodeFrames(encoder, { clip: first, size, pace: 1 });
    await encodeFrames(encoder, { clip: second, size, pace: framesPerSecond / after.framesPerSecond });
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}

/** `pace`: how many frames are written for each one of the clip. */
async function encodeFrames(
  encoder: ClipEncoder,
  { clip, size, pace }: { readonly clip: Uint8Array; readonly size: PixelSize; readonly pace: number },
): Promise<void> {
  const count = await decodeClip(clip, async frame => {
    const repeats = Math.round((frame.index + 1) * pace) - Math.round(frame.index * pace);
    if (repeats === 0) return;
    const { data } = await fitTo(await frame.toPicture(), size);
    for (let index = 0; index < repeats; index++) encoder.addFrame(data);
  });
  if (count === undefined) throw new ClipError('No decoder reads the clip.');
}
