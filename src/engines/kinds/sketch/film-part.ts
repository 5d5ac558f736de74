/**
 * Some seconds of one candidate of a clip: drawn, encoded, with its poster and the
 * pictures of its spritesheet.
 */
import { type ClipDrawing, drawClip, freeMemory, type Pixels, type SubjectPack } from '@kinora/sketch';
import { openClipEncoder } from '../../../media/clip/clip.ts';
import { type EncodedPicture, makeThumbnail } from '../../../media/picture/picture.ts';
import type { SketchUpdate, SketchWork } from './sketch-work.ts';

export interface PartJob {
  readonly work: Extract<SketchWork, { kind: 'clip' }>;
  readonly subjects: SubjectPack;
  readonly onProgress: (fraction: number) => void;
}

/** Pictures in a spritesheet, and the longer edge of one. */
const sheetFrames = 16;
const sheetFrameEdge = 320;

export async function filmPart({
  work: { job, candidate, from, to },
  subjects,
  onProgress,
}: PartJob): Promise<SketchUpdate> {
  const { width, height, seconds = 4, framesPerSecond = 24 } = job;
  const total = seconds * framesPerSecond;
  const posterFrame = Math.floor(total / 3);
  const sheet = spreadEvenly(total);
  const clip: ClipDrawing = await drawClip({ job, candidate, subjects });
  let poster: Pixels | undefined;
  const frames: EncodedPicture[] = [];
  const film = async (index: number): Promise<Uint8Array> => {
    const frame = clip.frame(index);
    if (index === posterFrame) poster = { data: new Uint8Array(frame), width, height };
    for (const _ of sheet.filter(frameIndex => frameIndex === index))
      frames.push(await makeThumbnail({ data: frame, width, height }, sheetFrameEdge));
    return frame;
  };
  const pieces: Uint8Array[] = [];
  for (let start = from; start < to; start += framesPerSecond) {
    onProgress((start - from) / (to - from));
    pieces.push(await encodeSecond(start, film, { width, height, framesPerSecond }));
  }
  return { type: 'clip', picture: clip.picture, pieces, frames, ...(poster && { poster }) };
}

/**
 * Each second has an encoder of its own: an encoder carries state from frame to frame, so the bytes of a
 * second must not depend on which seconds the same process encoded before it.
 */
async function encodeSecond(
  start: number,
  film: (index: number) => Promise<Uint8Array>,
  options: { width: number; height: number; framesPerSecond: number },
): Promise<Uint8Array> {
  const encoder = await openClipEncoder(options);
  try {
    for (let index = start; index < start + options.framesPerSecond; index++) {
      encoder.addFrame(await film(index));
      await freeMemory();
    }
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}

/** Indices of frames, the first and the last among them. */
function spreadEvenly(total: number): number[] {
  return Array.from({ length: sheetFrames }, (_, index) =>
    Math.round((index * (total - 1)) / (sheetFrames - 1)),
  );
}
