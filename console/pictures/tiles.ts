/** The tiles of a task: its pictures or clips, or placeholders until they exist. */
import type { Picture, Task } from '../data/tasks/tasks.ts';

export interface Tile {
  /** Counted from 1, like the candidates on buttons. */
  readonly n: number;
  readonly kind: 'picture' | 'clip' | 'part' | 'place';
  /** The file of a picture or a clip, the sheet of a part, or null for a placeholder. */
  readonly url: string | null;
  readonly thumbnail: string | null;
  readonly width: number;
  readonly height: number;
}

/** The number of pictures or clips that a task creates. Zero for tasks that return text. */
export function countOutputs({ kind, action, price }: Pick<Task, 'kind' | 'action' | 'price'>): number {
  if (action === 'DESCRIBE' || action === 'SHORTEN') return 0;
  if (kind === 'video') return 1;
  if (action === 'UPSCALE') return 1;
  return action === 'VIDEO' ? Math.max(1, price.quantity) : 4;
}

export function listTiles(task: Task): Tile[] {
  const { clips, cells } = task;
  const size = tileSize(task);
  if (clips.length > 0)
    return clips.map(({ url, thumbnail }, index) => ({
      n: index + 1,
      kind: 'clip',
      url,
      thumbnail,
      ...size,
    }));
  if (cells.length > 0)
    return cells.map((cell, index) => ({ n: index + 1, kind: 'picture', ...pictureFields(cell) }));
  const picture = task.sheet ?? task.preview;
  return Array.from({ length: countOutputs(task) }, (_, index) => ({
    n: index + 1,
    kind: picture ? ('part' as const) : ('place' as const),
    url: picture,
    thumbnail: picture,
    ...size,
  }));
}

function pictureFields({ url, thumbnail, width, height }: Picture) {
  return { url, thumbnail: thumbnail ?? url, width, height };
}

/** The size of one tile. Square until it is known. */
export function tileSize({ width, height }: Pick<Task, 'width' | 'height'>): {
  width: number;
  height: number;
} {
  return { width: width || 1024, height: height || 1024 };
}

/**
 * The position of a part in a 2x2 sheet, as `object-position` percentages for a
 * sheet shown at twice the size.
 */
export function partAt(n: number): { readonly x: 0 | 100; readonly y: 0 | 100 } {
  return { x: n % 2 === 1 ? 0 : 100, y: n <= 2 ? 0 : 100 };
}

/** A picture of a task, written in URLs as `<task>.<n>`. */
export interface Place {
  readonly task: string;
  readonly n: number;
}

export function placeText({ task, n }: Place): string {
  return `${task}.${n}`;
}

export function readPlace(text: string | undefined): Place | undefined {
  const [, task, n] = /^(.+)\.(\d{1,2})$/.exec(text ?? '') ?? [];
  return task && n ? { task, n: Number(n) } : undefined;
}

/** Distinct pictures, at most four. */
export function readPlaces(text: string | undefined): Place[] {
  const texts = [...new Set((text ?? '').split(','))];
  return texts.flatMap(one => readPlace(one) ?? []).slice(0, 4);
}
