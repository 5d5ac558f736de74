/**
 * The frames of a clip. A frame depends on nothing but its index, so that several processes can share a clip
 * and a longer clip begins as a shorter one did.
 */
import { createCanvas } from '@napi-rs/canvas';
import { pathFor, openScenePainter, type SceneFilm } from './painters/scene-painter.ts';
import { keyScenes, openChangingPainter } from './painters/changing-scene.ts';
import type { ClipPainter } from './painters/clip-painter.ts';
import { filmedFrame, filmView } from './painters/film-view.ts';
import { openFirstPicture } from './painters/first-picture.ts';
import { openFoundPainter } from './painters/found-painter.ts';
import { openLoop } from './painters/loop.ts';
import { openPatchedPainter } from './painters/patched-painter.ts';
import { openTransition } from './painters/transition.ts';
import { paintPicture } from '../paint/paint-picture.ts';
import type { Scene } from '../scene/scene.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { decodePicture, MAX_INPUT_EDGE } from '../raster/codec.ts';
import type { ClipLeg, ClipPlan } from '../scene/clip-plan.ts';
import type { Pixels } from '../raster/raw-picture.ts';
import type { SketchPicture } from '../scene/picture.ts';

export interface ClipOptions {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number;
  readonly subjects?: SubjectPack;
}

export interface Clip {
  /** RGBA of one frame. Frames come in any order. The next call reuses the buffer. */
  frame(index: number): Uint8Array;
}

export async function openClip(
  picture: SketchPicture & { clip: ClipPlan },
  options: ClipOptions,
): Promise<Clip> {
  const { clip: plan } = picture;
  const { width, height, framesPerSecond } = options;
  const still = await paintStill(picture, options);
  const first =
    still && !isLayered(picture) ? openFoundPainter(still, plan) : await openScenes(picture, options);
  const painter = await withEnd(first, plan, options);
  const start = still && isLayered(picture) ? openFirstPicture(painter, still, plan) : undefined;
  return {
    frame: index => {
      const now = index / framesPerSecond;
      const { data } = painter.paint(now).getContext('2d').getImageData(0, 0, width, height);
      const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      start?.correct(pixels, now);
      return pixels;
    },
  };
}

/** Whether the picture was painted from a scene with movable layers. Otherwise its pixels are moved. */
function isLayered({ scene, clip, found: isForeign }: SketchPicture): boolean {
  return (
    !isForeign && clip?.first === undefined && !scene.pattern && !scene.tilt && (scene.look.done ?? 1) === 1
  );
}

/**
 * Returns the picture that the first frame must show. Undefined if the clip may begin with what its painter
 * paints.
 */
async function paintStill(
  picture: SketchPicture & { clip: ClipPlan },
  options: ClipOptions,
): Promise<Pixels | undefined> {
  const { clip, scene, frame } = picture;
  if (clip.first !== undefined) return picturePixels(clip.first, options);
  if (!clip.ofPicture && isLayered(picture)) return undefined;
  const aspect = frame ? frame.width / frame.height : scene.aspect;
  const width = Math.max(options.width, Math.round(options.height * aspect));
  const height = Math.max(options.height, Math.round(options.width / aspect));
  const { subjects } = options;
  const canvas = await paintPicture(picture, { width, height, ...(subjects && { subjects }) });
  const left = Math.floor((width - options.width) / 2);
  const top = Math.floor((height - options.height) / 2);
  const { data } = canvas.getContext('2d').getImageData(left, top, options.width, options.height);
  return { data: new Uint8Array(data), width: options.width, height: options.height };
}

async function openScenes(
  picture: SketchPicture & { clip: ClipPlan },
  options: ClipOptions,
): Promise<ClipPainter> {
  const { scene, clip: plan, frame, patches = [] } = picture;
  const { width, height, subjects } = options;
  const film: SceneFilm = {
    width,
    height,
    plan,
    like: scene,
    ...(frame && { frame }),
    ...(subjects && { subjects }),
  };
  const open = async (scene: Scene): Promise<ClipPainter> => {
    const painter = openChangingPainter(keyScenes(scene, plan), moment => openScenePainter(moment, film));
    await painter.prepare?.();
    return painter;
  };
  const ground = await open(scene);
  if (patches.length === 0) return ground;
  const path = pathFor(scene, { plan, aspect: width / height });
  const none = { left: 0, right: 0, top: 0, bottom: 0 };
  const view = filmView(scene, { width, height, frame: filmedFrame(scene, film), margins: none });
  const paintedPatches: Parameters<typeof openPatchedPainter>[1][number][] = [];
  for (const patch of patches) paintedPatches.push({ patch, painter: await open(patch.scene) });
  return openPatchedPainter(ground, paintedPatches, { film: view, path });
}

async function withEnd(first: ClipPainter, plan: ClipPlan, options: ClipOptions): Promise<ClipPainter> {
  if (plan.loop) return openLoop(first, plan);
  if (plan.last === undefined) return first;
  const picture = await picturePixels(plan.last, options);
  const [leg, ...laterLegs] = plan.legs;
  const { becomes: _, ...calm } = leg;
  const end = calm.until - 1 / options.framesPerSecond;
  const before: ClipLeg = { ...calm, move: 'drift', variant: calm.variant + 1 };
  const after = laterLegs.map(next => ({ ...next, from: next.from - end, until: next.until - end }));
  const film = (legs: readonly ClipLeg[]) =>
    openFoundPainter(picture, { legs, seconds: plan.seconds, loop: false });
  const coming = openTransition(first, film([before]), { end });
  // After the transition it continues as a clip of the last picture.
  const continuation = plan.seconds > calm.until ? film(after.length > 0 ? after : [before]) : undefined;
  return {
    paint: seconds =>
      continuation && seconds > end ? continuation.paint(seconds - end) : coming.paint(seconds),
  };
}

/** The stored picture, which may have another size. */
async function picturePixels(base64: string, { width, height }: ClipOptions): Promise<Pixels> {
  const bytes = Buffer.from(base64, 'base64');
  const { data, ...size } = await decodePicture(bytes);
  if (size.width !== width || size.height !== height) return coverSize(bytes, { width, height });
  return { data: new Uint8Array(data), width, height };
}

/** The middle of a picture at the size of the clip. */
export async function coverSize(bytes: Uint8Array, size: { width: number; height: number }): Promise<Pixels> {
  const picture = await decodePicture(bytes, { maxEdge: MAX_INPUT_EDGE });
  const source = createCanvas(picture.width, picture.height);
  const from = source.getContext('2d');
  const image = from.createImageData(picture.width, picture.height);
  image.data.set(picture.data);
  from.putImageData(image, 0, 0);
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  const scale = Math.max(size.width / picture.width, size.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  context.fillStyle = 'white';
  context.fillRect(0, 0, size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, (size.width - width) / 2, (size.height - height) / 2, width, height);
  const { data } = context.getImageData(0, 0, size.width, size.height);
  return { data: new Uint8Array(data), ...size };
}
