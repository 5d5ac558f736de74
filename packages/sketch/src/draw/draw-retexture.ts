/** Draws a picture in other materials, colors or another style. Its contents stay in place. */
import type { Canvas } from '@napi-rs/canvas';
import { composeScene } from '../compose/compose-scene.ts';
import { SketchError } from '../job/sketch-error.ts';
import { readPixels } from '../raster/read-pixels.ts';
import type { Reading } from '../scene/reading.ts';
import { findScene } from '../references/found-scene.ts';
import type { Scene } from '../scene/scene.ts';
import { applyStyle } from '../styles/styles.ts';
import { findMaterial } from './material/materials.ts';
import { paintMaterial } from './material/paint-material.ts';
import { toCanvas, paintPicture } from '../paint/paint-picture.ts';
import { readJob } from '../words/read-job.ts';
import { recolor } from './material/recolor.ts';
import { deriveSeed } from '../random/random.ts';
import { resizePicture } from '../raster/codec.ts';
import { type DrawnPicture, type Drawing, parentPicture } from './drawing.ts';
import type { SketchPicture } from '../scene/picture.ts';
import { findInput } from '../job/job.ts';

export async function drawRetexture(drawing: Drawing): Promise<DrawnPicture> {
  const { job, candidate } = drawing;
  const { width, height } = job;
  const reading = readJob(job);
  const requestedScene = composeScene(reading, { ...job, seed: deriveSeed(job.seed, job.prompt), candidate });
  const material = findMaterial(job.prompt);
  const parent = job.parent && parentPicture(job);
  if (parent && !parent.found && !material) return repaint(drawing, parent, { reading, requestedScene });
  const { canvas, scene } = await openPicture(drawing, parent);
  const seed = deriveSeed(job.seed, `retexture ${candidate}`);
  if (material) paintMaterial(canvas, material, { seed, candidate });
  else recolor(canvas, requestedScene.light.palette, namesLook(reading) ? 0.75 : 0.5);
  const style = reading.style ?? (material ? 'illustration' : requestedScene.style);
  if (!(material?.glows && style === 'neon')) applyStyle(style, canvas, { unit: height, seed });
  drawing.onProgress(1, canvas);
  return {
    pixels: readPixels(canvas),
    picture: { scene: { ...scene, style, aspect: width / height }, found: true },
  };
}

/**
 * A picture of this engine is painted again: its scene in the colors, the hour and the style of the prompt.
 */
async function repaint(
  drawing: Drawing,
  parent: SketchPicture,
  to: { reading: Reading; requestedScene: Scene },
): Promise<DrawnPicture> {
  const { width, height } = drawing.job;
  const patches = parent.patches?.map(patch => ({ ...patch, scene: restyleScene(patch.scene, to) }));
  const picture: SketchPicture = {
    ...parent,
    scene: restyleScene(parent.scene, to),
    ...(patches && { patches }),
  };
  const canvas = await paintPicture(picture, { ...drawing, width, height });
  return { pixels: readPixels(canvas), picture };
}

function restyleScene(
  scene: Scene,
  { reading, requestedScene }: { reading: Reading; requestedScene: Scene },
): Scene {
  const { time, weather, season, light } = requestedScene;
  return {
    ...scene,
    style: reading.style ?? scene.style,
    ...(reading.time && { time }),
    ...(reading.weather && { weather }),
    ...(reading.season && { season }),
    light: { ...scene.light, palette: light.palette, ...(reading.time && { body: light.body }) },
    sky: { ...scene.sky, stars: reading.time ? requestedScene.sky.stars : scene.sky.stars },
  };
}

async function openPicture(
  { job }: Drawing,
  parent: SketchPicture | undefined,
): Promise<{ canvas: Canvas; scene: Scene }> {
  const input = findInput(job, 'picture');
  if (!input) throw new SketchError('job_incomplete', 'a retexture has no picture');
  const { width, height } = job;
  const canvas = toCanvas(await resizePicture(input.bytes, { width, height }));
  return { canvas, scene: parent?.scene ?? (await findScene(input.bytes)) };
}

/** Whether the prompt names colors or light. */
function namesLook({ palette, time, weather, season }: Reading): boolean {
  return palette.length > 0 || time !== undefined || weather !== undefined || season !== undefined;
}
