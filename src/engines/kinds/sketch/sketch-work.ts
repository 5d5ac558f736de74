/** The messages to and from the drawing processes. Only structured-cloneable values. */
import type { DrawnPicture, Job, Pixels, SketchPicture, Sound } from '@kinora/sketch';
import type { EncodedPicture } from '../../../media/picture/picture.ts';

/** One piece of work for one process. */
export type SketchWork =
  | { readonly kind: 'picture'; readonly job: Job; readonly candidate: number }
  /** The frames from `from` up to but not `to`, whole seconds, of one candidate of a clip. */
  | {
      readonly kind: 'clip';
      readonly job: Job;
      readonly candidate: number;
      readonly from: number;
      readonly to: number;
    }
  /** The sound of one candidate of a clip, all of it. */
  | { readonly kind: 'sound'; readonly job: Job; readonly candidate: number }
  | { readonly kind: 'texts'; readonly job: Job };

export type SketchUpdate =
  /** `thumb` is a small RGBA picture of the work so far. */
  | { readonly type: 'progress'; readonly progress: number; readonly thumb?: Pixels }
  | ({ readonly type: 'picture' } & DrawnPicture)
  /**
   * `pieces` are MP4 files of one second each. The poster comes from the part that has its frame; `frames`
   * are those of the spritesheet that are in this part.
   */
  | {
      readonly type: 'clip';
      readonly picture: SketchPicture;
      readonly pieces: readonly Uint8Array[];
      readonly frames: readonly EncodedPicture[];
      readonly poster?: Pixels;
    }
  | { readonly type: 'sound'; readonly sound: Sound }
  | { readonly type: 'texts'; readonly texts: readonly string[] }
  | { readonly type: 'failed'; readonly message: string };

/** Updates of a job. After the last one, the process reports its memory and can take the next job. */
export type FromProcess = { readonly update: SketchUpdate } | { readonly residentBytes: number };
