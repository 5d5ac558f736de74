/** The work on pixels and clips that is measured, at 2048x2048 and at 720p. */
import sharp from 'sharp';
import { photograph } from '../test/support/media/photograph.ts';
import type { EngineJob } from '../src/engines/contract/engine-job.ts';
import { copyPicture } from '../src/engines/planner/finish-media.ts';
import { evenly16 } from '../src/media/clip/clip-frames.ts';
import { joinClips, openClipEncoder } from '../src/media/clip/clip.ts';
import { runClipWork } from '../src/media/clip/run-clip-work.ts';
import { extendCanvas } from '../src/media/compose/extend-canvas.ts';
import { matchColors } from '../src/media/compose/match-colors.ts';
import { paintMask } from '../src/media/compose/paint-mask.ts';
import { prepareMask } from '../src/media/compose/prepare-mask.ts';
import { putBack } from '../src/media/compose/put-back.ts';
import { cutCell } from '../src/media/picture/cut-sheet.ts';
import { encodeSheet } from '../src/media/picture/encode-sheet.ts';
import { coverCrop, fitTo, normalizePicture } from '../src/media/picture/fit-picture.ts';
import { encodeMask, type Mask } from '../src/media/picture/mask-file.ts';
import { makeThumbnail, resizePicture, toPng } from '../src/media/picture/picture.ts';

export interface Work {
  readonly run: () => Promise<unknown>;
  /** The number of runs after the first one. */
  readonly rounds: number;
}

const edge = 2048;
const size = { width: edge, height: edge };
const pictureRounds = 5;
const clipRounds = 2;
const clipSize = { width: 1280, height: 720 };
const clipSeconds = 5;
const framesPerSecond = 24;
const provenance = {
  engine: 'bench',
  model: 'bench',
  prompt: '',
  seed: 1,
  parameters: {},
  taskId: 'bench',
  createdAt: '2026-01-01T00:00:00Z',
  digitalSourceType: 'trainedAlgorithmicMedia',
} as const;

export async function composeWork(): Promise<Readonly<Record<string, Work>>> {
  const pictures = Object.entries(await pictureWork()).map(
    ([name, run]) => [name, { run, rounds: pictureRounds }] as const,
  );
  const clips = Object.entries(await clipWork()).map(
    ([name, run]) => [name, { run, rounds: clipRounds }] as const,
  );
  return Object.fromEntries([...pictures, ...clips]);
}

async function pictureWork(): Promise<Record<string, Work['run']>> {
  const picture = photograph({ ...size, grain: 4 });
  const half = photograph({ width: edge / 2, height: edge, grain: 4 });
  const wide = photograph({ width: edge * 2, height: edge / 2, grain: 4 });
  const brighterPicture = {
    ...size,
    data: picture.data.map((value, index) => (index % 4 === 3 ? 255 : value + 9)),
  };
  const mask: Mask = { ...size, data: discs() };
  const png = await toPng(picture);
  const avif = await sharp(png).avif({ effort: 0 }).toBuffer();
  const maskFile = await encodeMask(mask);
  const small = await fitTo(picture, { width: edge / 2, height: edge / 2 });
  const sheet = (cell: typeof picture) => encodeSheet([cell, cell, cell, cell], provenance);
  const { bytes: sheetFile } = await sheet(picture);
  const input = { role: 'picture', contentType: 'image/png', ...size, bytes: png } as const;
  const copy: EngineJob = {
    taskId: 'bench',
    model: 'bench',
    kind: 'upscale',
    prompt: '',
    seed: 1,
    ...size,
    exclude: [],
    inputs: [input],
  };
  return {
    'zoom out': () => extendCanvas(picture, { frame: { x: -0.5, y: -0.5, width: 2, height: 2 }, ...size }),
    pan: () => extendCanvas(half, { frame: { x: 0, y: 0, width: 2, height: 1 }, ...size }),
    'prepare a mask, grown and feathered': () => prepareMask(maskFile, size, { grow: 12, feather: 12 }),
    'encode a mask as RGBA': () => encodeMask(mask, 'transparent'),
    'paint a mask green': () => paintMask(picture, mask, [0, 255, 0]),
    'put old pixels back': () => putBack(brighterPicture, picture, { mask, feather: 8 }),
    'match colors': () => matchColors(brighterPicture, picture, { mask }),
    'match colors across the seam': () => matchColors(picture, picture, { mask }),
    'fit a picture of another aspect ratio': () => fitTo(wide, size),
    'enlarge twofold': () => resizePicture(small, size),
    'copy a picture': () => copyPicture(copy),
    'crop for a clip': () => coverCrop(wide, clipSize),
    'normalize a PNG': () => normalizePicture(png),
    'normalize an AVIF': () => normalizePicture(avif),
    'encode a PNG': () => toPng(picture),
    'make a thumbnail': () => makeThumbnail(picture, 384),
    'encode a sheet of 2048x2048': () => sheet(small),
    'encode a sheet of four pictures': () => sheet(picture),
    'cut a cell out of a sheet': () => cutCell(sheetFile, 3),
  };
}

/** Work on a clip at 720p, in a process of its own each time. */
async function clipWork(): Promise<Record<string, Work['run']>> {
  const clip = await panningClip();
  const prepare = { kind: 'prepare', clip, requestedSize: clipSize, tags: {} } as const;
  const poster = { positions: [0], maxEdge: 1280 };
  return {
    'check and copy a clip of 5 s': () => runClipWork({ ...prepare, picks: [] }),
    'the same with poster and 16 frames': () =>
      runClipWork({ ...prepare, picks: [poster, { positions: evenly16, maxEdge: 320 }] }),
    'encode a clip of 5 s at another size': () =>
      runClipWork({ kind: 'resize', clip, size: { width: 960, height: 720 } }),
  };
}

/** The same second again and again: a photograph that moves to the left. */
async function panningClip(): Promise<Uint8Array> {
  const { width, height } = clipSize;
  const step = 8;
  const scene = photograph({ width: width + step * framesPerSecond, height, grain: 4 });
  const encoder = await openClipEncoder({ ...clipSize, framesPerSecond });
  try {
    const frame = new Uint8Array(width * height * 4);
    for (let index = 0; index < framesPerSecond; index++) {
      for (let y = 0; y < height; y++) {
        const from = (y * scene.width + index * step) * 4;
        frame.set(scene.data.subarray(from, from + width * 4), y * width * 4);
      }
      encoder.addFrame(frame);
    }
    const second = await encoder.finish({});
    return joinClips(
      Array.from({ length: clipSeconds }, () => second),
      framesPerSecond,
    );
  } finally {
    encoder.close();
  }
}

/** White discs all over, so that there is much seam. */
function discs(): Uint8Array {
  const data = new Uint8Array(edge * edge);
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++)
      if (Math.hypot((x % 512) - 256, (y % 512) - 256) < 180) data[y * edge + x] = 255;
  }
  return data;
}
