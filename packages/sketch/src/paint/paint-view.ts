/** Paints a view of a scene from the first layer to the last pass, at the resolution of its look. */
import type { Canvas } from '@napi-rs/canvas';
import type { Scene } from '../scene/scene.ts';
import { applyFinish } from '../styles/finish.ts';
import { leaveUnfinished } from '../styles/unfinished.ts';
import { applyStyle } from '../styles/styles.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import { paintAtmosphere } from './sky/atmosphere.ts';
import { paintGrade } from './grade.ts';
import { paintInStrips } from './paint-strips.ts';
import { freeMemory, newCanvas } from '../raster/pixels.ts';
import { paintSignboard } from './lettering/signboard.ts';
import { createStage, markUnit, type Stage } from './stage/stage.ts';
import type { Frame } from '../scene/picture.ts';

export interface ViewOptions {
  readonly width: number;
  readonly height: number;
  readonly subjects?: SubjectPack;
  readonly frame?: Frame;
  readonly onProgress?: (fraction: number, canvas: Canvas) => void;
}

export async function paintView(scene: Scene, options: ViewOptions): Promise<Canvas> {
  const wholeStage = createStage(scene, options);
  const litCanvas = fitCanvas(await paintLit(scene, options), wholeStage);
  await freeMemory();
  const style = { unit: markUnit(wholeStage), seed: scene.seed };
  finishPicture(litCanvas, scene, style);
  return litCanvas;
}

/** Applies style, finish and the effect of an early stop to a picture of the scene. */
export function finishPicture(
  canvas: Canvas,
  { style, look }: Pick<Scene, 'style' | 'look'>,
  options: { unit: number; seed: number; open?: boolean; wrapped?: boolean },
): void {
  const { width, height } = canvas;
  const share = look.styleShare ?? 1;
  const unstyledCanvas = share < 1 ? copyCanvas(canvas) : undefined;
  applyStyle(style, canvas, options);
  if (unstyledCanvas) {
    const context = canvas.getContext('2d');
    context.globalAlpha = 1 - share;
    context.drawImage(unstyledCanvas, 0, 0);
    context.globalAlpha = 1;
  }
  const plate = {
    canvas,
    width,
    height,
    aspect: width / options.unit,
    open: options.open ?? false,
    ...options,
  };
  if (look.finish) applyFinish(plate, look.finish);
  if (look.done !== undefined) leaveUnfinished(plate, look.done);
}

async function paintLit(scene: Scene, options: ViewOptions): Promise<Canvas> {
  const fineness = chooseFineness(scene, options);
  const size = { width: Math.round(options.width * fineness), height: Math.round(options.height * fineness) };
  const frame = options.frame ?? { x: 0, y: 0, width: scene.aspect, height: 1 };
  if (!scene.tilt) return paintUpright(createStage(scene, { ...size, frame }), options);
  const angle = (scene.tilt * Math.PI) / 180;
  const turnedWidth = frame.width * Math.cos(angle) + frame.height * Math.abs(Math.sin(angle));
  const turnedHeight = frame.height * Math.cos(angle) + frame.width * Math.abs(Math.sin(angle));
  // The view is turned about the middle of the scene, even if only a part of it is shown.
  const offset = { x: frame.x + frame.width / 2 - scene.aspect / 2, y: frame.y + frame.height / 2 - 0.5 };
  const middle = {
    x: scene.aspect / 2 + offset.x * Math.cos(-angle) - offset.y * Math.sin(-angle),
    y: 0.5 + offset.x * Math.sin(-angle) + offset.y * Math.cos(-angle),
  };
  const turnedFrame = {
    x: middle.x - turnedWidth / 2,
    y: middle.y - turnedHeight / 2,
    width: turnedWidth,
    height: turnedHeight,
  };
  const unit = Math.max(size.width / frame.width, size.height / frame.height);
  const stage = createStage(scene, {
    width: Math.ceil(turnedWidth * unit),
    height: Math.ceil(turnedHeight * unit),
    frame: turnedFrame,
  });
  const upright = await paintUpright(stage, options);
  const { canvas, context } = newCanvas(size.width, size.height);
  context.imageSmoothingQuality = 'high';
  context.translate(size.width / 2, size.height / 2);
  context.rotate(angle);
  context.drawImage(upright, -upright.width / 2, -upright.height / 2);
  return canvas;
}

async function paintUpright(stage: Stage, options: ViewOptions): Promise<Canvas> {
  const canvas = await paintInStrips(stage, options);
  await freeMemory();
  options.onProgress?.(0.7, canvas);
  paintAtmosphere(stage, canvas.getContext('2d'));
  paintGrade(stage, canvas);
  paintSignboard(stage, canvas.getContext('2d'));
  return canvas;
}

/**
 * Returns how many pixels are painted for each pixel of the picture, across. More smooths edges, fewer is
 * quick and coarse.
 */
function chooseFineness({ look }: Scene, { width, height }: { width: number; height: number }): number {
  const { work = 1, done = 1 } = look;
  const earlyFactor = done < 1 ? 0.3 + 0.7 * done : 1;
  if (work < 1) return earlyFactor * (work < 0.4 ? 0.5 : 0.7);
  const maxFactor = Math.sqrt((2600 * 2600) / (width * height));
  return earlyFactor * Math.max(1, Math.min(work === 1 ? 1 : work < 3 ? 1.5 : 2, maxFactor));
}

function fitCanvas(canvas: Canvas, { width, height }: { width: number; height: number }): Canvas {
  if (canvas.width === width && canvas.height === height) return canvas;
  const { canvas: sizedCanvas, context } = newCanvas(width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(canvas, 0, 0, width, height);
  return sizedCanvas;
}

function copyCanvas(canvas: Canvas): Canvas {
  const { canvas: copy, context } = newCanvas(canvas.width, canvas.height);
  context.drawImage(canvas, 0, 0);
  return copy;
}
