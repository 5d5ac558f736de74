/** What moves in a clip. It is decided once and stored with the clip, so that the clip can be continued later. */
import type { CameraMove, Movement, TimeOfDay, Weather } from './reading.ts';

/** Everything is a function of the seconds since the first frame, never of the length: a longer clip begins the same. */
export interface ClipPlan {
  /** From the beginning, and one more for each time the clip goes on in another way. */
  readonly legs: readonly ClipLeg[];
  /** Length; a loop closes there and goes round again. */
  readonly seconds: number;
  readonly loop: boolean;
  /** The clip is of a picture, so that its first frame is exactly that. */
  readonly ofPicture?: true;
  /** Found pictures as they were filmed, WebP, base64. */
  readonly first?: string;
  readonly last?: string;
}

export interface ClipLeg {
  /** Seconds. */
  readonly from: number;
  readonly until: number;
  readonly energy: Energy;
  /** Another number, another way for the camera, unless the words name one. */
  readonly variant: number;
  readonly move: ClipMove;
  readonly becomes?: ClipChange;
  /** What those who are in the picture begin to do. */
  readonly doings?: readonly ThingAction[];
  /** Birds are said to fly: they come through the picture. */
  readonly flock?: true;
  /** Hours pass in seconds. */
  readonly lapse?: true;
}

export type Energy = 'low' | 'usual' | 'high';

export type ClipMove = CameraMove | 'drift' | 'handheld' | 'crane-up' | 'crane-down' | 'track';

/** What changes in the course of a clip. */
export interface ClipChange {
  readonly time?: TimeOfDay;
  readonly weather?: Weather;
}

/** What a thing of the scene, named by its kind, does. */
export interface ThingAction {
  readonly kind: string;
  readonly action?: string;
  readonly goes?: Movement;
}
