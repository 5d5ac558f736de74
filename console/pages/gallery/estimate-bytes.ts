/** The estimated size of the files of tasks. */
import type { Task } from '../../data/tasks/tasks.ts';
import { listTiles } from '../../pictures/tiles.ts';

/** Pictures are PNG, with one to two bytes per pixel. */
const bytesPerPixel = 1.4;
const bytesPerSecond = 500_000;

export function estimateBytes(tasks: readonly Task[]): number {
  return tasks.reduce(
    (sum, task) =>
      sum +
      listTiles(task).reduce(
        (ofTask, { kind, width, height }) =>
          ofTask + (kind === 'clip' ? (task.seconds ?? 5) * bytesPerSecond : width * height * bytesPerPixel),
        0,
      ),
    0,
  );
}
