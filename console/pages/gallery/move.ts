/** The target of an arrow key in the gallery's rows. */
import type { Row, Shape } from './justified.ts';

export type Move = 'left' | 'right' | 'up' | 'down';

/** Returns undefined if there is no target. `row`: the row of the current picture. */
export function moveFrom<Item extends Shape>(
  rows: readonly Row<Item>[],
  from: string,
  to: Move,
): { readonly row: number; readonly key: string } | undefined {
  const at = rows.findIndex(row => row.kind === 'tiles' && row.tiles.some(({ item }) => item.key === from));
  const row = rows[at];
  if (row?.kind !== 'tiles') return undefined;
  const place = row.tiles.findIndex(({ item }) => item.key === from);
  const isBack = to === 'left' || to === 'up';
  const isAside = to === 'left' || to === 'right';
  const beside = isAside ? row.tiles[place + (isBack ? -1 : 1)] : undefined;
  if (beside) return { row: at, key: beside.item.key };
  const step = isBack ? -1 : 1;
  let next = at + step;
  while (rows[next]?.kind === 'day') next += step;
  const other = rows[next];
  if (other?.kind !== 'tiles') return undefined;
  const tile = isAside
    ? other.tiles.at(isBack ? -1 : 0)
    : (other.tiles[Math.round((place / row.tiles.length) * other.tiles.length)] ?? other.tiles.at(-1));
  return tile && { row: next, key: tile.item.key };
}
