/**
 * The plan of a clip: what moves in it. Made once and stored with the clip, so that
 * the clip can be extended later.
 */
import type { CameraMove, Movement, TimeOfDay, Weather } from './reading.ts';

/**
 * All motion depends on the seconds since the first frame, never on the length, so that a
 * longer clip begins the same.
 */
export interface ClipPlan {
  /** The first section, and one more for each extension that changes the motion. */
  readonly legs: readonly ClipLeg[];
  /** The length. A loop repeats after it. */
  readonly seconds: number;
  readonly loop: boolean;
  /** The clip animates a picture, which must be exactly its first frame. */
  readonly ofPicture?: true;
  /** The first and last frame, if they were given as pictures: WebP, Base64. */
  readonly first?: string;
  readonly last?: string;
}

export interface ClipLeg {
  /** Seconds. */
  readonly from: number;
  readonly until: number;
  readonly energy: Energy;
  /** Selects a camera movement, unless the prompt names one. */
  readonly variant: number;
  readonly move: ClipMove;
  readonly becomes?: ClipChange;
  /** Actions that things of the scene begin. */
  readonly doings?: readonly ThingAction[];
  /** Birds fly through the picture. */
  readonly flock?: true;
  /** Time lapse: hours pass in seconds. */
  readonly lapse?: true;
}

export type Energy = 'low' | 'usual' | 'high';

export type ClipMove = CameraMove | 'drift' | 'handheld' | 'crane-up' | 'crane-down' | 'track';

/** Changes of time of day or weather during a clip. */
export interface ClipChange {
  readonly time?: TimeOfDay;
  readonly weather?: Weather;
}

/** The action of a thing of the scene, named by its kind. */
export interface ThingAction {
  readonly kind: string;
  readonly action?: string;
  readonly goes?: Movement;
}
