/** Draws four candidates that show more than the parent's picture: zoomed out, panned or made square. */
import { readPixels } from '../raster/read-pixels.ts';
import { wholeFrame } from '../paint/stage/stage.ts';
import type { Style } from '../scene/reading.ts';
import { findScene } from '../references/found-scene.ts';
import type { Scene } from '../scene/scene.ts';
import { chooseMargin } from '../styles/border.ts';
import { extendScene } from './scene/extend-scene.ts';
import { type PictureMount, mountPlace, mountPicture } from './pixels/mount-picture.ts';
import { joinPixels } from './pixels/join-pixels.ts';
import { mirrorAround } from './pixels/mirror-around.ts';
import { isRemixed, otherSurroundings } from './other-surroundings.ts';
import { toCanvas, paintPicture } from '../paint/paint-picture.ts';
import { blendInto } from './pixels/blend-into.ts';
import { decodePicture, resizePicture } from '../raster/codec.ts';
import type { RawPicture } from '../raster/raw-picture.ts';
import { type JobInput, type Job, type Shares, findInput } from '../job/job.ts';
import type { Frame, SketchPicture } from '../scene/picture.ts';
import { type DrawnPicture, type Drawing, parentPicture } from './drawing.ts';

/** Styles whose marks have a fixed width, among which a smaller copy of the picture would stand out. */
const markedByHand: ReadonlySet<Style> = new Set([
  'watercolor',
  'oil',
  'ink',
  'pencil',
  'pastel',
  'pixel',
  'mosaic',
  'woodcut',
  'poster',
  'photo',
  'noir',
  'neon',
]);

export async function drawOutpaint(drawing: Drawing): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { width, height, frame = { x: 0, y: 0, width: 1, height: 1 } } = job;
  const input = findInput(job, 'picture');
  const start = await openParent(job, input);
  const place = placeInner(frame, { width, height, input: input ?? job });
  const wall = isRemixed(job) ? mountPlace(job.prompt) : undefined;
  if (wall && input)
    return hangPicture(drawing, { start, place, inner: await scaleInput(input, place), wall });
  const remade = isRemixed(job) ? otherSurroundings(start.scene, drawing) : undefined;
  const { patches: _, ...unpatchedStart } = start;
  const parent = remade ? { ...unpatchedStart, scene: remade } : start;
  const parentFrame = parent.frame ?? wholeFrame(parent.scene);
  const wider = frameAround(parentFrame, place, job);
  const scene = extendScene(parent.scene, { job, candidate, inner: parentFrame, frame: wider });
  const picture: SketchPicture = { ...(parent.patches && { patches: parent.patches }), scene, frame: wider };
  const canvas = await paintPicture(picture, { ...drawing, width, height });
  const outer = readPixels(canvas);
  const isForeign = parent.found === true;
  if (input && remade && isForeign) {
    blendInto({ ...place, outer, inner: await scaleInput(input, place) });
  } else if (input && !remade && (isForeign || place.exact || !markedByHand.has(scene.style))) {
    const inner = await scaleInput(input, place);
    const margin = isForeign ? 0 : chooseMargin(scene.style) * (place.height / parentFrame.height);
    joinPixels({ ...place, exact: place.exact || isForeign, outer, inner, margin: Math.round(margin) });
    if (isForeign) mirrorAround({ ...place, outer, inner, seed: job.seed + candidate });
  }
  return { pixels: outer, picture: isForeign ? { scene, frame: wider, found: isForeign } : picture };
}

/** Hangs the picture on a wall. Only the pixels of the result are known. */
async function hangPicture(
  drawing: Drawing,
  {
    start,
    place,
    inner,
    wall,
  }: { start: SketchPicture; place: Place; inner: RawPicture; wall: PictureMount['place'] },
): Promise<DrawnPicture> {
  const { width, height, seed } = drawing.job;
  const { candidate } = drawing;
  const canvas = mountPicture({
    ...place,
    width,
    height,
    inner: toCanvas(inner),
    candidate,
    seed,
    place: wall,
  });
  drawing.onProgress(1, canvas);
  const scene: Scene = { ...start.scene, aspect: width / height, things: [], birds: 0 };
  return { pixels: readPixels(canvas), picture: { scene, found: true } };
}

async function openParent(job: Job, input: JobInput | undefined): Promise<SketchPicture> {
  if (job.parent || !input) return parentPicture(job);
  return { scene: await findScene(input.bytes), found: true };
}

export interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Copies the picture pixel for pixel. */
  readonly exact: boolean;
}

/**
 * Returns the place of the old picture in the new one. It keeps its shape, and a size that is nearly its
 * own means its own.
 */
function placeInner(
  frame: Shares,
  { width, height, input }: { width: number; height: number; input: { width: number; height: number } },
): Place {
  const fullSize = { width: width / frame.width, height: height / frame.height };
  const scale = Math.min(fullSize.width / input.width, fullSize.height / input.height);
  const exact = Math.abs(scale - 1) < 0.02;
  const size = exact
    ? { width: input.width, height: input.height }
    : { width: Math.round(input.width * scale), height: Math.round(input.height * scale) };
  const left = Math.round(-frame.x * fullSize.width + (fullSize.width - size.width) / 2);
  const top = Math.round(-frame.y * fullSize.height + (fullSize.height - size.height) / 2);
  return {
    ...size,
    left: Math.max(0, Math.min(width - size.width, left)),
    top: Math.max(0, Math.min(height - size.height, top)),
    exact,
  };
}

/** The frame in which the old picture's part of the scene comes to lie exactly where its pixels will be. */
function frameAround(parentFrame: Frame, place: Place, job: { width: number; height: number }): Frame {
  const unit = Math.max(place.width / parentFrame.width, place.height / parentFrame.height);
  return {
    x: parentFrame.x - place.left / unit,
    y: parentFrame.y - place.top / unit,
    width: job.width / unit,
    height: job.height / unit,
  };
}

async function scaleInput(input: JobInput, place: Place): Promise<RawPicture> {
  return place.exact ? decodePicture(input.bytes) : resizePicture(input.bytes, place);
}
