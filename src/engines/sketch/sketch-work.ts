/** What the sketch engine's threads are asked, and what they answer. Only structured-cloneable values. */
import type { EngineJob } from '../engine.ts';
import type { Scene } from './scene.ts';

/** One piece of work for one thread. */
export type SketchWork =
  | { readonly kind: 'picture'; readonly job: EngineJob; readonly candidate: number }
  /** The frames from `from` up to but not `to`: whole seconds of a clip. */
  | { readonly kind: 'clip'; readonly job: EngineJob; readonly from: number; readonly to: number };

export type SketchNews =
  /** `thumb` is a small RGBA picture of the work so far. */
  | { readonly type: 'progress'; readonly progress: number; readonly thumb?: Pixels }
  | { readonly type: 'picture'; readonly scene: Scene; readonly pixels: Pixels }
  /** The poster comes from the part that has its frame. */
  | { readonly type: 'clip'; readonly scene: Scene; readonly bytes: Uint8Array; readonly poster?: Pixels }
  | { readonly type: 'failed'; readonly message: string };

export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The sketch engine's recipe: the scenes of the pictures it made, in candidate order. */
export interface SketchRecipe {
  readonly scenes: readonly Scene[];
}
