/** Repainted parts of a picture: a mask, and the scene that shows through it. */
import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { canvasFrom } from '../raster/pixels.ts';
import { createStage, toPixels, wholeFrame } from './stage/stage.ts';
import { matchTone } from './match-tone.ts';
import { paintScene } from './paint-scene.ts';
import type { Scene } from '../scene/scene.ts';
import { blurValues } from '../styles/plate.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { decodeTransparent, MAX_INPUT_EDGE } from '../raster/codec.ts';
import type { RawPicture } from '../raster/raw-picture.ts';
import type { Frame, Patch } from '../scene/picture.ts';

/** The longer edge of an encoded mask, in pixels. */
const maskEdge = 512;
/** The width of the soft edge inside the mask, as a share of the longer edge. */
const softShare = 0.02;

/** The share of each pixel that is repainted, 0 … 1, row by row. */
export interface Mask {
  readonly shares: Float32Array;
  readonly width: number;
  readonly height: number;
}

export interface PatchPainting {
  readonly frame: Frame | undefined;
  readonly subjects?: SubjectPack;
}

/** Paints the patch over the picture that the canvas shows through `frame`. */
export async function layPatch(
  canvas: Canvas,
  { mask, scene, frame, isFirm }: Patch,
  painting: PatchPainting,
): Promise<void> {
  const { width, height } = canvas;
  const visibleFrame = painting.frame ?? wholeFrame(scene);
  const patchCanvas = await paintScene(scene, {
    ...pickSubjects(painting),
    width,
    height,
    frame: visibleFrame,
  });
  const patchFrame = frame ?? wholeFrame(scene);
  const stage = createStage(scene, { width, height, frame: visibleFrame });
  const { x, y } = toPixels(stage, patchFrame.x, patchFrame.y);
  const alpha = alphaCanvas(
    softInside(await readMask(Buffer.from(mask, 'base64')), { isFirm: isFirm ?? false }),
  );
  const shares = createCanvas(width, height);
  const sharesContext = shares.getContext('2d');
  sharesContext.imageSmoothingQuality = 'high';
  sharesContext.drawImage(alpha, x, y, patchFrame.width * stage.unit, patchFrame.height * stage.unit);
  const patchContext = patchCanvas.getContext('2d');
  // Only a widened picture has tones that differ from those of its scene.
  if (painting.frame) matchCanvasTone(patchContext, canvas, shares);
  patchContext.globalCompositeOperation = 'destination-in';
  patchContext.drawImage(shares, 0, 0);
  canvas.getContext('2d').drawImage(patchCanvas, 0, 0);
}

function matchCanvasTone(context: SKRSContext2D, picture: Canvas, shares: Canvas): void {
  const { width, height } = picture;
  const image = context.getImageData(0, 0, width, height);
  const alpha = shares.getContext('2d').getImageData(0, 0, width, height).data;
  const pixels = { data: new Uint8Array(image.data.buffer), width, height };
  const pictureImage = picture.getContext('2d').getImageData(0, 0, width, height);
  matchTone(
    pixels,
    { data: new Uint8Array(pictureImage.data.buffer), width, height },
    Uint8Array.from({ length: width * height }, (_, index) => alpha[index * 4 + 3]),
  );
  context.putImageData(image, 0, 0);
}

/** Reads the mask that a client sent, at the size of the picture. White parts are repainted. */
export async function readMask(bytes: Uint8Array, size?: { width: number; height: number }): Promise<Mask> {
  const { data, width, height } = await decodeTransparent(
    bytes,
    size ? { width: size.width, height: size.height } : { maxEdge: MAX_INPUT_EDGE },
  );
  return {
    shares: Float32Array.from({ length: width * height }, (_, index) => shareAt(data, index)),
    width,
    height,
  };
}

/** Transparent pixels are not selected, independent of their color. */
function shareAt(data: RawPicture['data'], index: number): number {
  const light = Math.max(data[index * 4], data[index * 4 + 1], data[index * 4 + 2]);
  return (light / 255) * (data[index * 4 + 3] / 255);
}

/**
 * Returns the mask with a soft edge that lies inside it, so that nothing outside is touched. A firm
 * mask has a hard edge instead, so that nothing of the old content inside it remains.
 */
export function softInside(
  { shares, width, height }: Mask,
  { isFirm = false, share = softShare } = {},
): Mask {
  const hardShares = shares.map(value => (value >= 0.5 ? 1 : 0));
  if (isFirm) return { width, height, shares: hardShares };
  const radius = Math.max(1, Math.round(Math.max(width, height) * share));
  const softShares = blurValues(hardShares, width, radius);
  return {
    width,
    height,
    shares: softShares.map((value, index) => (hardShares[index] === 1 ? Math.max(0, value * 2 - 1) : 0)),
  };
}

/** Encodes a mask as PNG in Base64, white on black, small enough to be kept in a recipe. */
function encodeMask({ shares, width, height }: Mask): string {
  const scale = Math.min(1, maskEdge / Math.max(width, height));
  const fullCanvas = canvasFrom(width, height, pixels => {
    for (let index = 0; index < shares.length; index++)
      pixels.fill(shares[index] >= 0.5 ? 255 : 0, index * 4, index * 4 + 3);
    for (let index = 3; index < pixels.length; index += 4) pixels[index] = 255;
  });
  const smallCanvas = createCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  const context = smallCanvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(fullCanvas, 0, 0, smallCanvas.width, smallCanvas.height);
  return smallCanvas.encodeSync('png').toString('base64');
}

function alphaCanvas({ shares, width, height }: Mask): Canvas {
  return canvasFrom(width, height, pixels => {
    for (let index = 0; index < shares.length; index++) pixels[index * 4 + 3] = shares[index] * 255;
  });
}

/**
 * Returns the box around the white of the mask, in shares of its width and height. Undefined if no pixel is
 * white.
 */
export function findMaskBox({ shares, width, height }: Mask): Frame | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let index = 0; index < shares.length; index++) {
    if (shares[index] < 0.5) continue;
    const x = index % width;
    const y = (index - x) / width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (right < 0) return undefined;
  return {
    x: left / width,
    y: top / height,
    width: (right + 1 - left) / width,
    height: (bottom + 1 - top) / height,
  };
}

/** A patch is part of a recipe, which may not carry absent fields as undefined. */
export function createPatch(
  mask: Mask,
  scene: Scene,
  { frame, isFirm }: { frame?: Frame; isFirm: boolean },
): Patch {
  return { mask: encodeMask(mask), scene, ...(frame && { frame }), ...(isFirm && { isFirm }) };
}

function pickSubjects({ subjects }: PatchPainting): { subjects?: SubjectPack } {
  return subjects ? { subjects } : {};
}
