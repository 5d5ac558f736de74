/**
 * Clips of one color: a second of each look is encoded once in a process, and joined
 * as often as a clip needs it.
 */
import { joinClips, openClipEncoder } from '../../../src/media/clip/clip.ts';
import { memoizeByKey } from '../../../src/platform/lib/memoize-by-key.ts';

/** Red, green and blue. */
export type ClipColor = readonly [number, number, number];

export interface SmallClip {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  /** A gray by default. */
  readonly color?: ClipColor;
}

/** The same bytes for the same look. */
export function encodedClip(clip: SmallClip): Promise<Uint8Array> {
  return clips(JSON.stringify(clip));
}

const clips = memoizeByKey(async (look: string): Promise<Uint8Array> => {
  const { seconds, color = [120, 120, 120], ...size } = JSON.parse(look) as SmallClip;
  const { framesPerSecond } = size;
  const frames = Math.max(1, Math.round(seconds * framesPerSecond));
  const piece = (count: number) => pieces(JSON.stringify({ ...size, color, frames: count }));
  const fullPieces = Array.from({ length: Math.floor(frames / framesPerSecond) }, () =>
    piece(framesPerSecond),
  );
  const rest = frames % framesPerSecond;
  return joinClips(await Promise.all([...fullPieces, ...(rest > 0 ? [piece(rest)] : [])]), framesPerSecond);
});

interface Piece {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly color: ClipColor;
  readonly frames: number;
}

const pieces = memoizeByKey((piece: string) => encode(JSON.parse(piece) as Piece));

async function encode({ width, height, framesPerSecond, color, frames }: Piece): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width, height, framesPerSecond, quality: 'draft' });
  try {
    const frame = new Uint8Array(width * height * 4);
    for (let at = 0; at < frame.length; at += 4) frame.set([...color, 255], at);
    for (let index = 0; index < frames; index++) encoder.addFrame(frame);
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}
