/** The target of an arrow key in the gallery's rows. */
import type { Row, Shape } from './justified.ts';

export type Move = 'left' | 'right' | 'up' | 'down';

/** Returns undefined if there is no target. `row`: the row of the current picture. */
export function moveFrom<Item extends Shape>(
  rows: readonly Row<Item>[],
  from: string,
  to: Move,
): { readonly row: number; readonly key: string } | undefined {
  const rowIndex = rows.findIndex(
    row => row.kind === 'tiles' && row.tiles.some(({ item }) => item.key === from),
  );
  const row = rows[rowIndex];
  if (row?.kind !== 'tiles') return undefined;
  const place = row.tiles.findIndex(({ item }) => item.key === from);
  const isBack = to === 'left' || to === 'up';
  const isAside = to === 'left' || to === 'right';
  const neighborTile = isAside ? row.tiles[place + (isBack ? -1 : 1)] : undefined;
  if (neighborTile) return { row: rowIndex, key: neighborTile.item.key };
  const step = isBack ? -1 : 1;
  let nextIndex = rowIndex + step;
  while (rows[nextIndex]?.kind === 'day') nextIndex += step;
  const nextRow = rows[nextIndex];
  if (nextRow?.kind !== 'tiles') return undefined;
  const tile = isAside
    ? nextRow.tiles.at(isBack ? -1 : 0)
    : (nextRow.tiles[Math.round((place / row.tiles.length) * nextRow.tiles.length)] ?? nextRow.tiles.at(-1));
  return tile && { row: nextIndex, key: tile.item.key };
}
