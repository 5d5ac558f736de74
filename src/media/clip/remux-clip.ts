/** Copies a clip into the container that most players know, without encoding it again. */
import { reason } from '@kinora/shared/errors/reason';
import {
  BufferTarget,
  Conversion,
  type Input,
  MATROSKA,
  type MetadataTags,
  MkvOutputFormat,
  MP4,
  Mp4OutputFormat,
  MovOutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WebMOutputFormat,
} from 'mediabunny';
import type { ClipTags } from '../provenance/clip-tags.ts';
import { clearClipTimes } from './clip-times.ts';
import { ClipError } from './decode/clip-error.ts';
import { videoTrack, withClip } from './decode/open-clip.ts';

export interface RemuxedClip {
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The codecs that players read in an MP4. Matroska files with other codecs keep their container. */
const mp4Video = ['avc', 'hevc', 'vp9', 'av1'];
export const mp4Sound = ['aac', 'opus', 'mp3'];
const webmVideo = ['vp8', 'vp9', 'av1'];
const webmSound = ['opus', 'vorbis'];

/**
 * Returns the clip as an MP4 with its index first and with these tags, if an MP4 can carry what it
 * contains. Otherwise it keeps its kind of container. Video and sound are copied, not encoded again.
 * Other tracks, such as subtitles, are left out.
 */
export async function remuxClip(bytes: Uint8Array, tags: ClipTags): Promise<RemuxedClip> {
  return withClip(bytes, async input => {
    await videoTrack(input);
    const { contentType, format } = await containerFor(input);
    const output = new Output({ format, target: new BufferTarget() });
    const conversion = await Conversion.init({
      input,
      output,
      tags: metadataTags(tags, contentType),
      showWarnings: false,
    });
    const hasLostTracks = conversion.discardedTracks.some(
      ({ track }) => track.type === 'video' || track.type === 'audio',
    );
    if (!conversion.isValid || hasLostTracks) throw new ClipError(reason('clip_tracks'));
    await conversion.execute();
    return { contentType, bytes: finishedBytes(output) };
  });
}

/**
 * The bytes of an output that was finalized. Only an MP4 or MOV contains the time at which it was written.
 */
export function finishedBytes({ target, format }: Output<OutputFormat, BufferTarget>): Uint8Array {
  if (!target.buffer) throw new ClipError(reason('clip_unfinished'));
  const bytes = new Uint8Array(target.buffer);
  return format instanceof WebMOutputFormat || format instanceof MkvOutputFormat
    ? bytes
    : clearClipTimes(bytes);
}

export function metadataTags(
  { title, comment, createdAt, xmp }: ClipTags,
  contentType = 'video/mp4',
): MetadataTags {
  const isMatroska = contentType === 'video/webm' || contentType === 'video/x-matroska';
  const encoder = isMatroska ? 'ENCODER' : '©too';
  return {
    ...(title !== undefined && { title }),
    ...(comment !== undefined && { comment }),
    ...(createdAt !== undefined && { date: new Date(createdAt) }),
    raw: { [encoder]: 'Kinora', ...(isMatroska && xmp !== undefined && { XMP: xmp }) },
  };
}

async function containerFor(input: Input): Promise<{ contentType: string; format: OutputFormat }> {
  const [video, sound, container] = [
    await input.getPrimaryVideoTrack().then(track => track?.getCodec()),
    await input.getPrimaryAudioTrack().then(track => track?.getCodec()),
    await input.getFormat(),
  ];
  const isPlayable = (videos: readonly string[], sounds: readonly string[]) =>
    videos.includes(video ?? '') && (sound === undefined || sounds.includes(sound ?? ''));
  if (container === MP4 || isPlayable(mp4Video, mp4Sound))
    return { contentType: 'video/mp4', format: new Mp4OutputFormat({ fastStart: 'in-memory' }) };
  if (isPlayable(webmVideo, webmSound)) return { contentType: 'video/webm', format: new WebMOutputFormat() };
  if (container === QTFF)
    return { contentType: 'video/quicktime', format: new MovOutputFormat({ fastStart: 'in-memory' }) };
  if (container === MATROSKA) return { contentType: 'video/x-matroska', format: new MkvOutputFormat() };
  throw new ClipError(reason('clip_tracks'));
}
