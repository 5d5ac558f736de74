/** Paints a scene as the frames of a clip. */
import type { Scene } from './scene.ts';
import { paintScene } from './paint-scene.ts';
import type { SubjectPack } from './subjects/subject-pack.ts';

export interface ClipOptions {
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly framesPerSecond: number;
  readonly subjects?: SubjectPack;
}

export interface ClipPainter {
  /** RGBA of one frame, in any order. The buffer is used again by the next call. */
  paintFrame(index: number): Uint8Array;
  close(): void;
}

export function openClipPainter(scene: Scene, options: ClipOptions): ClipPainter {
  const canvas = paintScene(scene, options);
  const pixels = new Uint8Array(canvas.getContext('2d').getImageData(0, 0, options.width, options.height).data.buffer);
  return { paintFrame: () => pixels, close: () => {} };
}
