/** How a picture came about: what follow-ups of it start from. */
import type { ClipPlan } from './clip-plan.ts';
import type { Scene } from './scene.ts';

/** The part of the picture to paint, in picture units; the whole picture is {x: 0, y: 0, width: aspect, height: 1}. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Enough to paint a picture again at any size. JSON, at most a few hundred kilobytes. */
export interface SketchPicture {
  readonly scene: Scene;
  /** Part of the scene that the picture shows; absent: all of it. May reach beyond its edges. */
  readonly frame?: Frame;
  /** Repainted parts, one over the other. */
  readonly patches?: readonly Patch[];
  /** Not painted here: the pixels are those of the file (input `picture`), and the scene only describes them. */
  readonly found?: true;
  /** Of a clip's first frame: what moves, so that the clip can be continued. */
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
  /** What the mask is stretched over: the part of the scene that the picture showed when the patch was made; absent: all of it. */
  readonly frame?: Frame;
  /** Something was taken out: at a soft edge it would still be seen. */
  readonly isFirm?: true;
}

/** The recipe of a finished job: its pictures, or the first frames of its clips, in candidate order. */
export interface SketchRecipe {
  readonly pictures: readonly SketchPicture[];
}
