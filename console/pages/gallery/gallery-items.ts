/** The individual pictures and clips of tasks. */
import type { Task } from '../../data/tasks/tasks.ts';
import { listTiles, type Tile } from '../../pictures/tiles.ts';
import type { Shape } from './justified.ts';

export interface GalleryItem extends Shape {
  readonly task: Task;
  readonly tile: Tile;
}

const itemsByTask = new WeakMap<Task, readonly GalleryItem[]>();

/** Returns the same items for the same tasks, so that unchanged tiles are not rendered again. */
export function toItems(tasks: readonly Task[]): GalleryItem[] {
  return tasks.flatMap(task => {
    const items = itemsByTask.get(task) ?? itemsOfOne(task);
    itemsByTask.set(task, items);
    return items;
  });
}

/** Expired tasks have no visible files. */
function itemsOfOne(task: Task): readonly GalleryItem[] {
  if (task.state !== 'succeeded' || task.expired) return [];
  const day = localDay(task.created);
  return listTiles(task)
    .filter(({ kind }) => kind === 'picture' || kind === 'clip')
    .map(tile => ({ task, tile, day, key: `${task.id}.${tile.n}`, width: tile.width, height: tile.height }));
}

/** Returns the day in the local time zone. */
function localDay(time: string): string {
  const date = new Date(time);
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
