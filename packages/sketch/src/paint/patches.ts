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
  const covers = frame ?? wholeFrame(scene);
  const stage = createStage(scene, { width, height, frame: visibleFrame });
  const { x, y } = toPixels(stage, covers.x, covers.y);
  const alpha = alphaCanvas(
    softInside(await readMask(Buffer.from(mask, 'base64')), { isFirm: isFirm ?? false }),
  );
  const shares = createCanvas(width, height);
  const onto = shares.getContext('2d');
  onto.imageSmoothingQuality = 'high';
  onto.drawImage(alpha, x, y, covers.width * stage.unit, covers.height * stage.unit);
  const cut = patchCanvas.getContext('2d');
  // Only a widened picture has tones that its scene does not know.
  if (painting.frame) toTone(cut, canvas, shares);
  cut.globalCompositeOperation = 'destination-in';
  cut.drawImage(shares, 0, 0);
  canvas.getContext('2d').drawImage(patchCanvas, 0, 0);
}

function toTone(context: SKRSContext2D, picture: Canvas, shares: Canvas): void {
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
 * The same mask with an edge that rises inside it: nothing outside is touched. A firm one keeps
 * nothing of what was inside it.
 */
export function softInside(
  { shares, width, height }: Mask,
  { isFirm = false, share = softShare } = {},
): Mask {
  const hard = shares.map(value => (value >= 0.5 ? 1 : 0));
  if (isFirm) return { width, height, shares: hard };
  const radius = Math.max(1, Math.round(Math.max(width, height) * share));
  const softShares = blurValues(hard, width, radius);
  return {
    width,
    height,
    shares: softShares.map((value, index) => (hard[index] === 1 ? Math.max(0, value * 2 - 1) : 0)),
  };
}

/** White on black, small enough to be kept in a recipe. */
function encodeMask({ shares, width, height }: Mask): string {
  const scale = Math.min(1, maskEdge / Math.max(width, height));
  const fullCanvas = canvasFrom(width, height, pixels => {
    for (let at = 0; at < shares.length; at++) pixels.fill(shares[at] >= 0.5 ? 255 : 0, at * 4, at * 4 + 3);
    for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255;
  });
  const small = createCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const context = small.getContext('2d');
  context.imageSmoothingQuality = 'high';
  context.drawImage(fullCanvas, 0, 0, small.width, small.height);
  return small.encodeSync('png').toString('base64');
}

function alphaCanvas({ shares, width, height }: Mask): Canvas {
  return canvasFrom(width, height, pixels => {
    for (let at = 0; at < shares.length; at++) pixels[at * 4 + 3] = shares[at] * 255;
  });
}

/**
 * Returns the box around the white of the mask, in shares of its width and height. Undefined if no pixel is
 * white.
 */
export function findMaskBox({ shares, width, height }: Mask): Frame | undefined {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let at = 0; at < shares.length; at++) {
    if (shares[at] < 0.5) continue;
    const x = at % width;
    const y = (at - x) / width;
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
