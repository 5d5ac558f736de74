/**
 * An engine that knows only the primitives in its settings and works in this process. Its results resemble
 * those of models: everything is slightly off in color, including what should be unchanged.
 */
import { z } from 'zod';
import type { EngineMedia } from '../../../src/engines/contract/engine-media.ts';
import type { EngineStatus } from '../../../src/engines/contract/engine-status.ts';
import type { Json } from '../../../src/engines/contract/json.ts';
import type { Abilities } from '../../../src/engines/contract/steps/ability.ts';
import type { Primitive } from '../../../src/engines/contract/steps/primitive.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepEngineKind } from '../../../src/engines/contract/steps/step-engine-kind.ts';
import type { StepPicture } from '../../../src/engines/contract/steps/step-picture.ts';
import { openClipEncoder } from '../../../src/media/clip/clip.ts';
import { fitTo, normalizePicture } from '../../../src/media/picture/fit-picture.ts';
import { readMask } from '../../../src/media/picture/mask-file.ts';
import { toPng, type RawPicture } from '../../../src/media/picture/picture.ts';
import { photograph } from '../media/photograph.ts';

type DoneStatus = Extract<EngineStatus, { state: 'done' }>;

/** The steps that an engine received, by its name. */
export const askedSteps = new Map<string, Step[]>();

const pictures = { most: 1, sizes: { multiple: 16 }, hasNegative: true };
const all: Abilities = {
  generate: pictures,
  imageToImage: pictures,
  inpaint: pictures,
  instruct: { most: 1, pictures: 4 },
  upscale: { most: 1 },
  ask: { most: 1 },
  clip: { most: 1, sizes: { multiple: 16 }, fromWords: true, fromPicture: true, canEndWith: true },
};

/** What an engine returns instead of its result, by its name. */
export const replacedFiles = new Map<string, Uint8Array>();

export const pixelKind: StepEngineKind = {
  kind: 'pixels',
  title: 'Pixels',
  description: {
    en: 'An engine for tests that knows only some primitives.',
    zh: '仅支持部分基本操作的测试引擎。',
  },
  address: 'none',
  secret: 'none',
  settings: z.strictObject({ knows: z.string().describe('Primitives, separated by commas.') }),
  abilities: (_, { knows }) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => String(knows).split(',').includes(name))),
  openSteps: ({ name }) => {
    const works = new Map<string, Promise<{ files: Uint8Array[]; status: DoneStatus }>>();
    const handleKey = (handle: Json) => (handle as { key?: string } | null)?.key ?? '';
    return {
      name,
      digitalSourceType: 'trainedAlgorithmicMedia',
      traits: { slots: 2, local: false, afterUnknownStart: 'repeat' },
      stepsAtOnce: 2,
      start: async (step, key) => {
        askedSteps.set(name, [...(askedSteps.get(name) ?? []), step]);
        if (!works.has(key)) works.set(key, runStep(step, replacedFiles.get(name)));
        return { key };
      },
      check: async handle => (await works.get(handleKey(handle)))?.status ?? { state: 'lost' },
      open: async (handle, { ref }) =>
        (await works.get(handleKey(handle)))?.files[Number(ref)] ?? new Uint8Array(),
      cancel: async handle => void works.delete(handleKey(handle)),
      close: async () => {},
    };
  },
};

async function runStep(
  step: Step,
  replacement: Uint8Array | undefined,
): Promise<{ files: Uint8Array[]; status: DoneStatus }> {
  if (step.primitive === 'ask')
    return { files: [], status: { state: 'done', media: [], texts: [answer(step)] } };
  const { width, height } = step;
  if (step.primitive === 'clip') {
    const media: EngineMedia = { kind: 'clip', contentType: 'video/mp4', width, height, ref: 0 };
    return { files: [replacement ?? (await renderClip(step))], status: { state: 'done', media: [media] } };
  }
  const bytes = replacement ?? (await toPng(await makePicture(step)));
  const media: EngineMedia = { kind: 'picture', contentType: 'image/png', width, height, ref: 0 };
  return { files: [bytes], status: { state: 'done', media: [media] } };
}

/** Text for each field of the schema, or a weight if it is a number. */
function answer({ schema }: Extract<Step, { primitive: 'ask' }>): string {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string }> };
  const fields = Object.entries(properties).map(([name, { type }], index) => [
    name,
    type === 'number' ? Math.round((1 - index / 10) * 100) / 100 : `a ${name} picture of hills`,
  ]);
  return JSON.stringify(Object.fromEntries(fields));
}

/** The first frame is darkened. */
async function renderClip(step: Extract<Step, { primitive: 'clip' }>): Promise<Uint8Array> {
  const { width, height, seed, seconds, framesPerSecond, picture } = step;
  const first = picture ? await read(picture) : photograph({ width, height, grain: 0, seed });
  const encoder = await openClipEncoder({ width, height, framesPerSecond });
  const count = Math.round(seconds * framesPerSecond);
  try {
    let frame = new Uint8Array(first.data);
    for (let index = 0; index < count; index++) {
      if (index > 0 && index % 12 === 0) frame = frame.map(value => value * 0.97);
      encoder.addFrame(frame);
    }
    return await encoder.finish({});
  } finally {
    encoder.close();
  }
}

async function makePicture(step: Exclude<Step, { primitive: 'ask' | 'clip' }>): Promise<RawPicture> {
  const { width, height, seed } = step;
  const scene = () => photograph({ width, height, grain: 6, seed });
  switch (step.primitive) {
    case 'generate':
      return scene();
    case 'imageToImage':
      return mixPictures(await read(step.picture), scene(), () => step.strength);
    case 'upscale':
      return fitTo(await read(step.picture), { width, height });
    case 'inpaint': {
      const { data } = await readMask(step.mask.bytes, { width, height });
      return shiftColors(mixPictures(await read(step.picture), scene(), pixel => (data[pixel] ?? 0) / 255));
    }
    case 'instruct': {
      const [first] = step.pictures;
      const picture = first ? await fitTo(await read(first), { width, height }) : scene();
      return shiftColors(mixPictures(picture, scene(), pixel => (isGreen(picture, pixel) ? 1 : 0)));
    }
  }
}

async function read({ bytes }: StepPicture): Promise<RawPicture> {
  return normalizePicture(bytes);
}

function isGreen({ data }: RawPicture, pixel: number): boolean {
  return data[pixel * 4] === 0 && data[pixel * 4 + 1] === 255 && data[pixel * 4 + 2] === 0;
}

function shiftColors({ data, ...size }: RawPicture): RawPicture {
  const shift = [12, -9, 6, 0];
  const shiftedData = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at++) shiftedData[at] = (data[at] ?? 0) + (shift[at % 4] ?? 0);
  return { ...size, data: shiftedData };
}

/** `part` is 0 for the first image, 1 for the second. */
function mixPictures(one: RawPicture, other: RawPicture, part: (pixel: number) => number): RawPicture {
  const { width, height } = one;
  const data = new Uint8ClampedArray(one.data.length);
  for (let pixel = 0, at = 0; at < data.length; pixel++) {
    const share = part(pixel);
    for (const end = at + 4; at < end; at++)
      data[at] = (one.data[at] ?? 0) * (1 - share) + (other.data[at] ?? 0) * share;
  }
  return { data, width, height };
}

export function listPrimitives(engine: string): Primitive[] {
  return [...new Set((askedSteps.get(engine) ?? []).map(({ primitive }) => primitive))];
}
