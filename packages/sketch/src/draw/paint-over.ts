/** Edits foreign pictures: their pixels stay, and things are painted over them. */
import { listElements } from '../compose/elements/list-elements.ts';
import { createLand } from '../land/land.ts';
import { readPixels } from '../raster/read-pixels.ts';
import { createStage, wholeFrame } from '../paint/stage/stage.ts';
import { paintThing } from '../paint/things.ts';
import { type Figure, findFigure } from '../references/find-figure.ts';
import { makeSmall } from '../references/small-picture.ts';
import type { Scene, Thing } from '../scene/scene.ts';
import { applyStyle } from '../styles/styles.ts';
import type { EditReadings } from './edit/edit-readings.ts';
import { createThing } from './scene/extend-scene.ts';
import { fillHole } from './pixels/fill-hole.ts';
import { fitIntoBox } from './scene/fit-into-box.ts';
import { freshReading } from './edit/fresh-reading.ts';
import { toCanvas } from '../paint/paint-picture.ts';
import { type Border, noBorder, paperBorder, shownShare } from './pixels/paper-border.ts';
import { findMaskBox, type Mask, softInside } from '../paint/patches.ts';
import { changesColor } from './edit/edit-instruction.ts';
import { applyMood } from './pixels/apply-mood.ts';
import { deriveSeed } from '../random/random.ts';
import type { RawPicture } from '../raster/raw-picture.ts';
import { resizePicture } from '../raster/codec.ts';
import type { Frame, SketchPicture } from '../scene/picture.ts';
import type { DrawnPicture, Drawing } from './drawing.ts';

/** The soft edge, as a share of the longer edge. Narrow, because removed things often touch the mask. */
const edgeShare = 0.003;

export interface PaintOverRequest {
  readonly picture: SketchPicture;
  readonly original: RawPicture;
  readonly mask: Mask;
  readonly readings: EditReadings;
  /** Without a mask, nothing is removed; things are only added. */
  readonly isWhole: boolean;
}

export async function paintOver(drawing: Drawing, request: PaintOverRequest): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { picture, mask, readings, isWhole } = request;
  const size = { width: job.width, height: job.height };
  const isSameSize = request.original.width === size.width && request.original.height === size.height;
  const original = isSameSize ? request.original : await resizePicture(request.original, size);
  const border = isWhole ? noBorder : paperBorder(original);
  const hole = limitToPicture(softInside(mask, { isFirm: true }), original, border);
  const softMask = limitToPicture(softInside(mask, { share: edgeShare }), original, border);
  const ground = isWhole ? original : fillHole(original, { mask: hole, candidate, seed: job.seed, border });
  const canvas = toCanvas(ground);
  const context = canvas.getContext('2d');
  const { scene } = picture;
  const stage = createStage(scene, { ...size, frame: picture.frame ?? wholeFrame(scene) });
  const land = createLand(scene);
  const limitedRequest = { ...request, mask: limitToPicture(mask, original, border) };
  if (isWhole) applyMood(canvas, original, { reading: readings.after, scene, job, candidate });
  for (const thing of placeNewThings(scene, { drawing, request: limitedRequest, original }))
    for (const layer of paintThing(stage, thing, { land, subjects: drawing.subjects }))
      if (layer.kind === 'thing' || layer.kind === 'spin' || thing.stance !== 'flies')
        context.drawImage(layer.canvas, layer.x, layer.y);
  const { style } = readings.after;
  if (isWhole && style !== undefined) applyStyle(style, canvas, { unit: size.height, seed: job.seed });
  drawing.onProgress(1, canvas);
  const pixels = readPixels(canvas);
  if (!isWhole) blendMask(pixels.data, original.data, softMask);
  return { pixels, picture: { scene, found: true, ...(picture.frame && { frame: picture.frame }) } };
}

/** Places what the prompt names inside the mask, or in the free middle of the picture if there is no mask. */
function placeNewThings(
  scene: Scene,
  { drawing, request, original }: { drawing: Drawing; request: PaintOverRequest; original: RawPicture },
): Thing[] {
  const { job, candidate, subjects } = drawing;
  const figure = request.isWhole ? findFigure(makeSmall(original)) : undefined;
  const maskBox = request.isWhole ? undefined : findMaskBox(request.mask);
  // A mask that covers only the paper around the picture leaves no place for anything.
  if (request.isWhole ? changesColor(job.prompt) : !maskBox) return [];
  const frame = request.picture.frame ?? wholeFrame(scene);
  const boxFor = ({ stance }: { stance: Thing['stance'] }): Frame => {
    const share = maskBox ?? chooseFreePart(stance, candidate, figure);
    return {
      x: frame.x + share.x * frame.width,
      y: frame.y + share.y * frame.height,
      width: share.width * frame.width,
      height: share.height * frame.height,
    };
  };
  const elements = listElements(freshReading(request.readings.before, request.readings.after));
  const count = elements.reduce((sum, element) => sum + Math.min(8, element.count), 0);
  return elements.flatMap((element, order) =>
    Array.from({ length: Math.min(8, element.count) }, (_, index) =>
      fitIntoBox(scene, createThing(element, deriveSeed(job.seed, `${element.kind} ${index}`)), {
        box: boxFor(element),
        index: order + index,
        count,
        job,
        candidate,
        subjects,
      }),
    ),
  );
}

/**
 * Chooses a free part if there is no mask: air for what flies, ground for all else, beside what stands there,
 * on another side for each candidate.
 */
function chooseFreePart(stance: Thing['stance'], candidate: number, figure: Figure | undefined): Frame {
  const boxWidth = 0.34;
  const figureSpan = figure && {
    left: figure.box.left / figure.width,
    right: figure.box.right / figure.width,
  };
  const overlap = (x: number) =>
    figureSpan ? Math.max(0, Math.min(x + boxWidth, figureSpan.right) - Math.max(x, figureSpan.left)) : 0;
  const places = [0.05, 0.61, 0.26, 0.43];
  const least = Math.min(...places.map(overlap));
  const freePlaces = places.filter(x => overlap(x) <= least + 0.06);
  const x = freePlaces[candidate % freePlaces.length];
  return stance === 'flies'
    ? { x, y: 0.04, width: boxWidth, height: 0.42 }
    : { x, y: 0.5, width: boxWidth, height: 0.46 };
}

/** Removes the paper around a picture from the mask. */
function limitToPicture({ shares, width, height }: Mask, original: RawPicture, border: Border): Mask {
  if (!border.color) return { shares, width, height };
  return { shares: shares.map((share, index) => share * shownShare(original, index, border)), width, height };
}

/** Blends by the mask's soft shares; where a share is 0, the original pixels stay to the bit. */
function blendMask(pixels: Uint8Array, original: RawPicture['data'], { shares }: Mask): void {
  for (let at = 0; at < shares.length; at++)
    for (let channel = at * 4; channel < at * 4 + 4; channel++)
      pixels[channel] = Math.round(original[channel] + (pixels[channel] - original[channel]) * shares[at]);
}
