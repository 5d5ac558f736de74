/** Stops one side of a race at a named point, so that a test decides who comes first. */
import { listenAtRacePoints, type RacePoint } from '../../../src/platform/lib/async/race-point.ts';
import { atEnd } from '../servers/clean-up.ts';

export interface StoppedPoint {
  /** Resolves when the first one has reached the point, and waits there. */
  readonly arrival: Promise<void>;
  /** Lets it continue. All that come later pass. */
  readonly resume: () => void;
}

/** Stops the first one that reaches the point from now on. One stop at a time. */
export function stopAt(point: RacePoint): StoppedPoint {
  const arrival = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  const resume = (): void => {
    listenAtRacePoints(undefined);
    going.resolve();
  };
  listenAtRacePoints(racePoint => {
    if (racePoint !== point) return undefined;
    listenAtRacePoints(undefined);
    arrival.resolve();
    return going.promise;
  });
  atEnd(async () => resume());
  return { arrival: arrival.promise, resume };
}
