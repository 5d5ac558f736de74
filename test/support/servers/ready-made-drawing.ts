/**
 * A pool for the built-in engine that draws nothing: its pictures are gradients and its clips were
 * encoded once. For tests that are not about what is drawn, because a drawn grid costs as much processor
 * time as a hundred of these pictures.
 */
import { type Pixels, type SketchPicture, shortenPrompt } from '@kinora/sketch';
import type { DrawingPool } from '../../../src/engines/kinds/sketch/process-pool.ts';
import type { SketchUpdate, SketchWork } from '../../../src/engines/kinds/sketch/sketch-work.ts';
import { openClipEncoder } from '../../../src/media/clip/clip.ts';
import { type EncodedPicture, makeThumbnail } from '../../../src/media/picture/picture.ts';

type ClipWork = Extract<SketchWork, { kind: 'clip' }>;
type PixelSize = Pick<Pixels, 'width' | 'height'>;

/** The frames of a spritesheet, as the drawing engine makes them. */
const sheetFrames = 16;
const sheetFrameEdge = 320;
const defaultFramesPerSecond = 24;
const soundRate = 48_000;

export function openReadyMadeDrawing(): DrawingPool {
  const droppedWorks = new Set<SketchWork>();
  return {
    run: (work, onUpdate) => {
      void deliver(work, update => droppedWorks.has(work) || onUpdate(update));
      return () => void droppedWorks.add(work);
    },
    warmUp: () => {},
    idle: 1,
    close: async () => {},
  };
}

/** One preview at half of the work, then the result. */
async function deliver(work: SketchWork, onUpdate: (update: SketchUpdate) => unknown): Promise<void> {
  await waitForNextTurn();
  const thumb = work.kind === 'picture' ? { thumb: gradient(thumbSize(work.job), lookNumber(work)) } : {};
  onUpdate({ type: 'progress', progress: 0.5, ...thumb });
  await waitForNextTurn();
  onUpdate(
    await workResult(work).catch((error: unknown): SketchUpdate => ({
      type: 'failed',
      message: String(error),
    })),
  );
}

/** As with a process that draws, the engine gets nothing before its call has returned. */
function waitForNextTurn(): Promise<void> {
  return new Promise(resolve => setImmediate(resolve));
}

async function workResult(work: SketchWork): Promise<SketchUpdate> {
  if (work.kind === 'texts') return { type: 'texts', texts: workTexts(work.job) };
  if (work.kind === 'clip') return renderClip(work);
  if (work.kind === 'sound') return { type: 'sound', sound: beep(work.job.seconds ?? 4) };
  const look = lookNumber(work);
  return { type: 'picture', pixels: gradient(work.job, look), picture: readPicture(look) };
}

/** What makes a picture differ from others. A selected image looks like its candidate. */
function lookNumber({ kind, job, ...work }: SketchWork): number {
  const { parent } = job;
  const looks = (parent?.recipe as { pictures?: readonly { look?: number }[] } | undefined)?.pictures;
  const ownLook = job.seed * 4 + ('candidate' in work ? work.candidate : 0);
  const isSelected = kind === 'picture' && job.kind === 'upscale' && !job.enhance;
  return (isSelected ? looks?.[parent?.candidate ?? 0]?.look : undefined) ?? ownLook;
}

/** What follow-ups get of it. This pool reads the look only, so there is no scene. */
function readPicture(look: number): SketchPicture {
  return { look } as unknown as SketchPicture;
}

function thumbSize({ width, height }: PixelSize): PixelSize {
  return { width: Math.ceil(width / 16), height: Math.ceil(height / 16) };
}

/** Another direction and other colors for each look. */
function gradient({ width, height }: PixelSize, look: number): Pixels {
  const pixels = new Uint32Array(width * height);
  const tint = (look * 2_654_435_761) >>> 8;
  const [red, blue] = [tint & 0x7f, (tint >> 8) & 0x7f];
  for (let y = 0; y < height; y++) {
    const green = Math.floor((y * 255) / height);
    const row = 0xff00_0000 + ((blue + (green >> 1)) << 16) + (green << 8);
    for (let x = 0; x < width; x++) pixels[y * width + x] = row + red + ((x * 127) / width || 0);
  }
  return { data: new Uint8Array(pixels.buffer), width, height };
}

function workTexts({ kind, prompt }: SketchWork['job']): readonly string[] {
  return kind === 'shorten'
    ? shortenPrompt(prompt)
    : ['a fox', 'a lake', 'a hill', 'a boat'].map(words => `${words} at dawn --ar 1:1`);
}

async function renderClip({ job, from, to }: ClipWork): Promise<SketchUpdate> {
  const { width, height, seconds = 4, framesPerSecond = defaultFramesPerSecond } = job;
  const second = await getOrMake(`${width}x${height}@${framesPerSecond}`, () =>
    encodeSecond({ width, height, framesPerSecond }),
  );
  const frame = await getOrMake(`frame ${width}x${height}`, () =>
    makeThumbnail(gradient({ width, height }, 1), sheetFrameEdge),
  );
  const total = seconds * framesPerSecond;
  const isHere = (index: number) => index >= from && index < to;
  const indexes = Array.from({ length: sheetFrames }, (_, index) =>
    Math.round((index * (total - 1)) / (sheetFrames - 1)),
  ).filter(isHere);
  return {
    type: 'clip',
    picture: readPicture(job.seed),
    pieces: Array.from({ length: Math.round((to - from) / framesPerSecond) }, () => second),
    frames: indexes.map((): EncodedPicture => frame),
    ...(isHere(Math.floor(total / 3)) && { poster: gradient({ width, height }, job.seed) }),
  };
}

async function encodeSecond({
  width,
  height,
  framesPerSecond,
}: PixelSize & { readonly framesPerSecond: number }): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width, height, framesPerSecond });
  try {
    const { data } = gradient({ width, height }, 1);
    for (let index = 0; index < framesPerSecond; index++) encoder.addFrame(data);
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}

const valuesByName = new Map<string, Promise<unknown>>();

/** Clips of one size and rate have the same frames, so each is encoded once in a process. */
function getOrMake<Value>(name: string, make: () => Promise<Value>): Promise<Value> {
  const value = (valuesByName.get(name) as Promise<Value> | undefined) ?? make();
  valuesByName.set(name, value);
  return value;
}

function beep(seconds: number) {
  const side = Float32Array.from({ length: seconds * soundRate }, (_, index) => Math.sin(index * 0.06) * 0.2);
  return { samples: [side, side], sampleRate: soundRate };
}
