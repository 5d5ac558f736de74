/** The cost that Kinora adds to the plain encoders, for the files of a grid and for clips. */
import sharp from 'sharp';
import type { SavedJob } from '../src/core/tasks/outputs/rendition.ts';
import { seededRandom } from '@kinora/sketch/random';
import { openClipEncoder } from '../src/media/clip/clip.ts';
import { rgbaToYuv420 } from '../src/media/clip/encode/clip-frame.ts';
import { processPictures } from '../src/core/tasks/outputs/save-outputs.ts';
import { createH264Encoder } from '../src/media/clip/encode/h264-encoder.ts';
import { makeSheet, type RawPicture } from '../src/media/picture/picture.ts';
import type { Provenance } from '../src/media/provenance/provenance-record.ts';
import { addSound } from '../src/media/clip/sound-track.ts';
import type { Sound } from '../src/media/clip/encode/aac-encoder.ts';
import { median, medianRatio } from './median.ts';
import { atLeast, atMost, type Row } from './table.ts';
import type { Topic } from './topic.ts';

const rounds = 5;
const clip = { width: 1280, height: 720, framesPerSecond: 24 } as const;
const clipFrames = 48;
const cellEdge = 1024;

export const encoders: Topic = {
  name: 'encoders',
  run: async () => [...(await clipRows()), ...(await gridRows())],
};

async function clipRows(): Promise<Row[]> {
  // Long pans over one wide picture: every frame is new, and looks like the one before it.
  const frames = Array.from({ length: clipFrames }, (_, index) => paint({ ...clip, left: index * 3 }).data);
  const planes = frames.map(rgba => {
    const yuv = new Uint8Array((clip.width * clip.height * 3) / 2);
    rgbaToYuv420(rgba, yuv, clip.width);
    return yuv;
  });
  const plain = async () => {
    const encoder = await createH264Encoder({ ...clip, quantizer: 17 });
    for (const frame of planes) encoder.addFrame(frame);
    encoder.close();
  };
  const encodeWithAudio = async () => {
    const encoder = await openClipEncoder(clip);
    for (const frame of frames) encoder.addFrame(frame);
    const bytes = await encoder.finish({});
    encoder.close();
    return bytes;
  };
  const sound = noise(clipFrames / clip.framesPerSecond);
  return [
    await framesRow('clip encoder', encodeWithAudio, plain),
    await framesRow('clip encoder with sound', async () => addSound(await encodeWithAudio(), sound), plain),
  ];
}

/**
 * From painted frames to a finished file, against the H.264 encoder alone on the
 * same frames, made ready for it.
 */
async function framesRow(
  label: string,
  encodeWhole: () => Promise<unknown>,
  plain: () => Promise<unknown>,
): Promise<Row> {
  const speeds: Record<'whole' | 'plain', number[]> = { whole: [], plain: [] };
  const speed = (name: keyof typeof speeds, work: () => Promise<unknown>) => async (): Promise<number> => {
    const framesASecond = clipFrames / (await measureSeconds(work));
    speeds[name].push(framesASecond);
    return framesASecond;
  };
  // The packages are loaded with the first clip.
  await encodeWhole();
  const ratio = await medianRatio(rounds, speed('whole', encodeWhole), speed('plain', plain));
  return atLeast(
    `${label} at ${clip.width}x${clip.height}, one thread, frames a second against the H.264 encoder alone`,
    ratio,
    { note: `${median(speeds.whole).toFixed(0)} against ${median(speeds.plain).toFixed(0)}` },
  );
}

/** Makes noise that differs between both sides, which is as hard to encode as sound can be. */
function noise(seconds: number): Sound {
  const sampleRate = 48_000;
  const random = seededRandom(3);
  const side = () => Float32Array.from({ length: seconds * sampleRate }, () => random() - 0.5);
  return { sampleRate, samples: [side(), side()] };
}

async function gridRows(): Promise<Row[]> {
  const cells = [0, 1, 2, 3].map(index => paint({ width: cellEdge, height: cellEdge, left: index * 999 }));
  const sizes = { width: cellEdge, height: cellEdge };
  const media = { kind: 'picture', contentType: 'image/x-rgba', ref: null, ...sizes } as const;
  const pictures = cells.map(({ data }) => ({ media, bytes: data }));
  const making = { provenance, acceptedResults: [] };
  const renditions = () =>
    measureSeconds(async () => Promise.all(await processPictures(job, pictures, making)));
  const plain = () =>
    measureSeconds(() => Promise.all([plainJpeg(makeSheet(cells)), ...cells.map(plainPng)]));
  const ratio = await medianRatio(rounds, renditions, plain);
  const label = `files of a grid of ${cellEdge}x${cellEdge}, time against PNG and JPEG of its pixels alone`;
  return [atMost(label, { value: ratio, unit: 'times', places: 2 })];
}

const job: SavedJob = {
  taskId: 'bench',
  model: 'sketch',
  kind: 'grid',
  prompt: 'a bench',
  seed: 1,
  width: cellEdge,
  height: cellEdge,
  exclude: [],
};

const provenance: Provenance = {
  engine: 'bench',
  model: 'sketch',
  prompt: 'a bench',
  seed: 1,
  parameters: {},
  taskId: 'bench',
  createdAt: '2026-01-01T00:00:00.000Z',
  digitalSourceType: 'algorithmicMedia',
};

function openRawPicture({ data, width, height }: RawPicture) {
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}

/** The settings of src/media/picture/picture.ts. */
function plainPng(picture: RawPicture): Promise<Buffer> {
  return openRawPicture(picture).png({ compressionLevel: 2, adaptiveFiltering: true }).toBuffer();
}

function plainJpeg(picture: RawPicture): Promise<Buffer> {
  return openRawPicture(picture).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
}

/** Soft hills of color with a little grain: as hard to encode as a painted scene. `left` moves the view. */
function paint({ width, height, left }: { width: number; height: number; left: number }): RawPicture & {
  readonly data: Uint8Array;
} {
  const random = seededRandom(7);
  const grain = Float32Array.from({ length: 65_536 }, () => random() * 6);
  const data = new Uint8Array(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      const place = x + left;
      const ridge = height * 0.5 + 60 * Math.sin(place / 90) + 25 * Math.sin(place / 23);
      const light =
        (y < ridge ? 150 + (80 * y) / height : 60 + 40 * Math.sin((place + y) / 31)) +
        (grain[(place * 131 + y * 7919) & 65_535] ?? 0);
      data[at] = light;
      data[at + 1] = light * 0.8 + 20;
      data[at + 2] = 220 - light * 0.6;
      data[at + 3] = 255;
    }
  }
  return { data, width, height };
}
