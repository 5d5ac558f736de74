/** How a picture was made. Follow-ups start from this. */
import type { ClipPlan } from './clip-plan.ts';
import type { Scene } from './scene.ts';

/**
 * The part of the picture to paint, in picture units; the whole picture is {x: 0, y:
 * 0, width: aspect, height: 1}.
 */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Everything needed to paint a picture again at any size. JSON, at most a few hundred kilobytes. */
export interface SketchPicture {
  readonly scene: Scene;
  /**
   * The visible part of the scene, which may extend beyond the scene's edges. Absent means the whole scene.
   */
  readonly frame?: Frame;
  /** Repainted parts, the last one on top. */
  readonly patches?: readonly Patch[];
  /**
   * Not painted by this engine: the pixels are in the file (input `picture`), and
   * the scene only describes them.
   */
  readonly found?: true;
  /** For the first frame of a clip: its plan, so that the clip can be extended. */
  readonly clip?: ClipPlan;
}

/** The first frame of a clip. */
export type FilmedPicture = SketchPicture & { readonly clip: ClipPlan };

/** A part of a picture that shows another scene. */
export interface Patch {
  /** A PNG in Base64, at most 512 pixels wide and high. White pixels are the patch. */
  readonly mask: string;
  /** Has the same units as the picture's scene, so that both are painted through the same frame. */
  readonly scene: Scene;
  /**
   * The area that the mask covers: the part of the scene that was visible when the patch was made.
   * Absent means the whole scene.
   */
  readonly frame?: Frame;
  /** The patch removed something, which would remain visible through soft edges, so its edges are hard. */
  readonly isFirm?: true;
}

/** The recipe of a finished job: its pictures, or the first frames of its clips, in candidate order. */
export interface SketchRecipe {
  readonly pictures: readonly SketchPicture[];
}
