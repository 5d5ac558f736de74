/** What the sketch engine's threads are asked, and what they answer. Only structured-cloneable values. */
import type { EncodedPicture } from '../../media/picture.ts';
import type { Sound } from '../../media/sound-track.ts';
import type { EngineJob } from '../engine.ts';
import type { ClipPlan } from './clip/clip-plan.ts';
import type { Frame } from './paint/stage.ts';
import type { Scene } from './scene.ts';

/** One piece of work for one thread. */
export type SketchWork =
  | { readonly kind: 'picture'; readonly job: EngineJob; readonly candidate: number }
  /** The frames from `from` up to but not `to`, whole seconds, of one candidate of a clip. */
  | {
      readonly kind: 'clip';
      readonly job: EngineJob;
      readonly candidate: number;
      readonly from: number;
      readonly to: number;
    }
  /** The sound of one candidate of a clip, all of it. */
  | { readonly kind: 'sound'; readonly job: EngineJob; readonly candidate: number }
  | { readonly kind: 'texts'; readonly job: EngineJob };

export type SketchNews =
  /** `thumb` is a small RGBA picture of the work so far. */
  | { readonly type: 'progress'; readonly progress: number; readonly thumb?: Pixels }
  | ({ readonly type: 'picture' } & DrawnPicture)
  /** The poster comes from the part that has its frame; `frames` are those of the spritesheet that are in this part. */
  | {
      readonly type: 'clip';
      readonly picture: SketchPicture;
      readonly bytes: Uint8Array;
      readonly frames: readonly EncodedPicture[];
      readonly poster?: Pixels;
    }
  | { readonly type: 'sound'; readonly sound: Sound }
  | { readonly type: 'texts'; readonly texts: readonly string[] }
  | { readonly type: 'failed'; readonly message: string };

export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface DrawnPicture {
  readonly pixels: Pixels;
  readonly picture: SketchPicture;
}

/** How a picture came about: enough to paint it again at any size. JSON, at most a few hundred kilobytes. */
export interface SketchPicture {
  readonly scene: Scene;
  /** Part of the scene that the picture shows; absent: all of it. May reach beyond its edges. */
  readonly frame?: Frame;
  /** Repainted parts, one over the other. */
  readonly patches?: readonly Patch[];
  /** Not painted here: the pixels are those of the file (input `picture`), and the scene only describes them. */
  readonly found?: true;
  /** Of a clip's first frame: what moves, so that the clip can be gone on with. */
  readonly clip?: ClipPlan;
}

/** The first frame of a clip. */
export type FilmedPicture = SketchPicture & { readonly clip: ClipPlan };

/** A part of a picture that another scene shows through. */
export interface Patch {
  /** A PNG, base64, at most 512 pixels wide and high: white is the patch. */
  readonly mask: string;
  /** Has the same units as the picture's scene, so that both are painted through the same frame. */
  readonly scene: Scene;
  /** What the mask is stretched over: the part of the scene that the picture showed when it was laid; absent: all of it. */
  readonly frame?: Frame;
}

/** The sketch engine's recipe: its pictures, or the first frames of its clips, in candidate order. */
export interface SketchRecipe {
  readonly pictures: readonly SketchPicture[];
}
