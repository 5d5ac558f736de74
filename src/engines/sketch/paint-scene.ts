/** Paints a scene as a still of any size: the same picture, with more real detail the larger it is. */
import type { Canvas } from '@napi-rs/canvas';
import { paintGrade } from './paint/grade.ts';
import { paintLettering } from './paint/lettering.ts';
import { paintStage } from './paint/paint-stage.ts';
import type { Frame } from './paint/stage.ts';
import { createStage } from './paint/stage.ts';
import type { Scene } from './scene.ts';
import { applyStyle } from './styles.ts';
import type { SubjectPack } from './subjects/subject-pack.ts';

export interface PaintOptions {
  readonly width: number;
  readonly height: number;
  /** Absent: subjects are left out (tests). */
  readonly subjects?: SubjectPack;
  /** Part of the picture to paint; absent: all of it. May reach beyond its edges. */
  readonly frame?: Frame;
  /** Called a few times with the picture so far; the canvas must not be kept. */
  readonly onProgress?: (fraction: number, canvas: Canvas) => void;
}

export function paintScene(scene: Scene, options: PaintOptions): Canvas {
  const stage = createStage(scene, options);
  const painted = paintStage(stage, options);
  options.onProgress?.(0.7, painted);
  paintGrade(stage, painted);
  applyStyle(scene.style, painted, { unit: stage.unit, seed: scene.seed });
  if (!options.frame) paintLettering(painted.getContext('2d'), scene, options);
  options.onProgress?.(1, painted);
  return painted;
}
