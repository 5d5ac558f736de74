/**
 * Paints a picture from its description at any size: the scene through its frame,
 * then what was repainted since.
 */
import type { Canvas } from '@napi-rs/canvas';
import { newCanvas } from '../raster/pixels.ts';
import { paintScene } from './paint-scene.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { layPatch } from './patches.ts';
import type { RawPicture } from '../raster/raw-picture.ts';
import { resizePicture } from '../raster/codec.ts';
import type { SketchPicture } from '../scene/picture.ts';

export interface PicturePainting {
  readonly width: number;
  readonly height: number;
  /** Absent if subjects are left out (tests). */
  readonly subjects?: SubjectPack;
  /** The pixels of a foreign picture, which was not painted from its scene. */
  readonly original?: RawPicture;
  /** Called a few times with the unfinished picture. The canvas must not be kept. */
  readonly onProgress?: (fraction: number, canvas: Canvas) => void;
}

export async function paintPicture(picture: SketchPicture, painting: PicturePainting): Promise<Canvas> {
  const { patches = [] } = picture;
  const canvas = await paintGround(picture, painting, patches.length + 1);
  for (const [index, patch] of patches.entries()) {
    await layPatch(canvas, patch, { ...painting, frame: picture.frame });
    painting.onProgress?.((index + 2) / (patches.length + 1), canvas);
  }
  return canvas;
}

async function paintGround(
  { scene, frame, found: isForeign }: SketchPicture,
  painting: PicturePainting,
  steps: number,
): Promise<Canvas> {
  if (isForeign && painting.original) return toCanvas(await resizePicture(painting.original, painting));
  return paintScene(scene, {
    ...painting,
    ...(frame && { frame }),
    onProgress: (fraction, canvas) => painting.onProgress?.(fraction / steps, canvas),
  });
}

export function toCanvas({ data, width, height }: RawPicture): Canvas {
  const { canvas, context } = newCanvas(width, height);
  const image = context.createImageData(width, height);
  image.data.set(data);
  context.putImageData(image, 0, 0);
  return canvas;
}
