/**
 * Named points between two writes or calls, at which a test can stop one side of a race until the other
 * one has gone on. The build leaves them out (`scripts/build.ts`). In a checkout there is no listener outside
 * of tests, so a point is a comparison.
 */

export type RacePoint =
  /** A submit was checked and has its price, and is about to be written with its hold. */
  | 'submit a task'
  /** A worker has leased a task, and is about to ask whether its engine may begin it. */
  | 'admit a task'
  /** A task is about to end: its result is stored, or its work is cancelled. */
  | 'end a task'
  /** A request to cancel a task was checked, and is about to be written. */
  | 'cancel a task'
  /** A task that was cancelled if it had not ended is about to be deleted. */
  | 'delete a task'
  /** The answer of a modal was checked, and is about to be written. */
  | 'answer a modal';

type Listener = (point: RacePoint) => Promise<void> | undefined;

let listener: Listener | undefined;

/** Await it. Returns undefined if there is no listener. */
export function racePoint(point: RacePoint): Promise<void> | undefined {
  return listener?.(point);
}

/** Sets the listener of tests. Undefined removes it. */
export function listenAtRacePoints(newListener: Listener | undefined): void {
  listener = newListener;
}
