/** A clip of one color, encoded quickly. */
import { openClipEncoder } from '../../../src/media/clip/clip.ts';

export interface SmallClip {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
}

export async function encodedClip({
  width,
  height,
  seconds,
  framesPerSecond,
}: SmallClip): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width, height, framesPerSecond, quality: 'draft' });
  try {
    const frame = new Uint8Array(width * height * 4).fill(120);
    for (let index = 0; index < seconds * framesPerSecond; index++) encoder.addFrame(frame);
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}
