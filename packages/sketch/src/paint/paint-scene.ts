/** Paints a scene as a still of any size. Larger ones show the same picture with more detail. */
import type { Canvas } from '@napi-rs/canvas';
import { paintLettering } from './lettering/lettering.ts';
import { paintPattern } from './paint-pattern.ts';
import { paintView } from './paint-view.ts';
import { createStage, type Stage } from './stage/stage.ts';
import type { Scene } from '../scene/scene.ts';
import type { SubjectPack } from '../subjects/subject-pack.ts';
import type { Frame } from '../scene/picture.ts';

export interface PaintOptions {
  readonly width: number;
  readonly height: number;
  /** Absent if subjects are left out (tests). */
  readonly subjects?: SubjectPack;
  /** The part of the picture to paint, which may reach beyond its edges. Absent means all of it. */
  readonly frame?: Frame;
  /** Called a few times with the unfinished picture. The canvas must not be kept. */
  readonly onProgress?: (fraction: number, canvas: Canvas) => void;
}

export async function paintScene(scene: Scene, options: PaintOptions): Promise<Canvas> {
  const canvas = scene.pattern
    ? paintPattern(scene, scene.pattern, options)
    : await paintView(scene, options);
  addLettering(canvas, createStage(scene, options));
  options.onProgress?.(1, canvas);
  return canvas;
}

/** Lettering keeps its place in the scene, even if only a part of it is shown. */
function addLettering(canvas: Canvas, { scene, left, top, unit }: Stage): void {
  if (scene.lettering === undefined) return;
  const context = canvas.getContext('2d');
  context.save();
  context.translate(-left * unit, -top * unit);
  paintLettering(context, scene, { width: scene.aspect * unit, height: unit });
  context.restore();
}
