/** Small steps of every primitive, for tests of adapters. */
import sharp from 'sharp';
import type { Primitive } from '../../../src/engines/contract/steps/primitive.ts';
import type { Step } from '../../../src/engines/contract/steps/step.ts';
import type { StepPicture } from '../../../src/engines/contract/steps/step-picture.ts';
import { plainPicture } from '../media/plain-picture.ts';

export async function pictureOfSize(
  width: number,
  height: number,
  background = { r: 200, g: 120, b: 40 },
): Promise<StepPicture> {
  const bytes = await plainPicture({ width, height }, background).png().toBuffer();
  return { contentType: 'image/png', width, height, bytes };
}

/** White in its right half. */
export async function maskOfSize(width: number, height: number): Promise<StepPicture> {
  const half = Math.floor(width / 2);
  const white = { create: { width: width - half, height, channels: 3, background: '#fff' } } as const;
  const mask = sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: await sharp(white).png().toBuffer(), left: half, top: 0 }])
    .removeAlpha()
    .toColourspace('b-w');
  return { contentType: 'image/png', width, height, bytes: await mask.png().toBuffer() };
}

/** With `isFull`, the step has everything that its primitive may have, such as the first frame of a clip. */
export async function smallStep(
  primitive: Primitive,
  { upstream = 'painter', width = 64, height = 64, isFull = false } = {},
): Promise<Step> {
  const base = { upstream, parameters: {}, prompt: 'a red fox', seed: 5 };
  const options = { ...base, negative: 'text', width, height, count: 1 };
  const picture = await pictureOfSize(width, height);
  switch (primitive) {
    case 'generate':
      return { ...options, primitive };
    case 'imageToImage':
      return { ...options, primitive, picture, strength: 0.5 };
    case 'inpaint':
      return { ...options, primitive, picture, mask: await maskOfSize(width, height), strength: 1 };
    case 'instruct':
      return { ...options, primitive, pictures: isFull ? [picture, picture] : [picture] };
    case 'upscale':
      return {
        ...options,
        primitive,
        width: width * 2,
        height: height * 2,
        picture,
        strength: isFull ? 0.3 : 0,
      };
    case 'clip':
      return {
        ...options,
        primitive,
        seconds: 1,
        framesPerSecond: 12,
        audio: false,
        ...(isFull && { picture }),
      };
    case 'ask':
      return { ...base, primitive, schema: { type: 'object' }, ...(isFull && { picture }) };
  }
}
