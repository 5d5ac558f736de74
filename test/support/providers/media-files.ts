/** The images and clips that the fake media servers return. */
import { plainPicture } from '../media/plain-picture.ts';
import { encodedClip } from '../media/small-clip.ts';

export function renderPng(
  { width, height }: { width: number; height: number },
  red: number,
): Promise<Buffer> {
  const background = { r: red, g: 90, b: 30 };
  return plainPicture({ width, height }, background).png().toBuffer();
}

const clips = new Map<string, Promise<Buffer>>();

export function renderClip(width: number, height: number): Promise<Buffer> {
  const name = `${width}x${height}`;
  const clip = clips.get(name) ?? encodeClip(width, height);
  clips.set(name, clip);
  return clip;
}

async function encodeClip(width: number, height: number): Promise<Buffer> {
  return Buffer.from(await encodedClip({ width, height, seconds: 1, framesPerSecond: 12 }));
}
