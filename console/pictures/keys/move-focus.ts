/** Arrow keys move the focus from tile to tile and from row to row. */

/** Moves to the previous or next tile, across the ends of rows. */
export function stepFocus(from: Element, offset: -1 | 1): void {
  const tiles = [...document.querySelectorAll<HTMLElement>('[data-tile]')];
  const tileIndex = tiles.indexOf(from.closest('[data-tile]') as HTMLElement);
  tiles[tileIndex + offset]?.focus();
}

/** Moves to the same position in the next row that has tiles. */
export function rowFocus(from: Element, offset: -1 | 1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-picture-row]')].filter(row =>
    row.querySelector('[data-tile]'),
  );
  const rowIndex = rows.indexOf(from.closest('[data-picture-row]') as HTMLElement);
  const place = Number((from.closest('[data-tile]') as HTMLElement | null)?.dataset['tile'] ?? 1);
  const row = rows[rowIndex + offset];
  const tiles = [...(row?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
  (tiles[place - 1] ?? tiles.at(-1))?.focus();
}

/** The nth tile of the row that `from` is in. */
export function pickFocus(from: Element, n: number): void {
  from.closest('[data-picture-row]')?.querySelector<HTMLElement>(`[data-tile="${n}"]`)?.focus();
}
