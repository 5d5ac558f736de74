/**
 * The targets of the arrow keys in the lightbox: the other pictures of the task, and
 * the tasks before and after it.
 */
import type { Task } from '../../data/tasks/tasks.ts';
import { listTiles, type Place } from '../tiles.ts';

export interface Neighbors {
  readonly before: Place | undefined;
  readonly after: Place | undefined;
  readonly above: Place | undefined;
  readonly below: Place | undefined;
}

/** Tasks without visible pictures are skipped. */
export function findNeighbors(tasks: readonly Task[], { task, n }: Place): Neighbors {
  const taskIndex = tasks.findIndex(({ id }) => id === task);
  const ownTask = tasks[taskIndex];
  const count = ownTask ? listTiles(ownTask).length : 0;
  const firstPicture = (neighbor: Task | undefined) => neighbor && { task: neighbor.id, n: 1 };
  const isSeen = (other: Task) =>
    other.state === 'succeeded' && !other.expired && listTiles(other).length > 0;
  return {
    before: n > 1 && ownTask ? { task, n: n - 1 } : undefined,
    after: n < count ? { task, n: n + 1 } : undefined,
    above: taskIndex > 0 ? firstPicture(tasks.slice(0, taskIndex).findLast(isSeen)) : undefined,
    below: taskIndex >= 0 ? firstPicture(tasks.slice(taskIndex + 1).find(isSeen)) : undefined,
  };
}
