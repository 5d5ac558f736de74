/** Opens clips of any container that engines return. */
import { reason } from '@kinora/shared/errors/reason';
import { BufferSource, Input, type InputVideoTrack, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { ClipError } from './clip-error.ts';

/** Runs `work` on the opened bytes. Errors of the reader become ClipErrors. */
export async function withClip<Result>(
  bytes: Uint8Array,
  work: (input: Input) => Promise<Result>,
): Promise<Result> {
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF, WEBM, MATROSKA] });
  try {
    return await work(input);
  } catch (error) {
    if (error instanceof ClipError) throw error;
    throw new ClipError(reason('clip_unreadable'), error);
  } finally {
    input.dispose();
  }
}

export async function videoTrack(input: Input): Promise<InputVideoTrack> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new ClipError(reason('clip_without_video'));
  return track;
}
