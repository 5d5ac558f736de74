/**
 * Roving focus: one picture of the grid is in the tab order, and arrow keys move it, also to
 * rows that are not rendered yet.
 */
import { useEffect, useRef, useState } from 'react';
import type { GalleryItem } from './gallery-items.ts';
import { moveFrom, type Move } from './move.ts';
import type { Row } from './justified.ts';

interface GridFocus {
  readonly rows: readonly Row<GalleryItem>[];
  /** The rendered tiles, by key. */
  readonly visibleRows: readonly (Row<GalleryItem> | undefined)[];
  readonly scrollTo: (row: number) => void;
}

export function useGridFocus({ rows, visibleRows, scrollTo }: GridFocus) {
  const [chosenKey, setEntry] = useState<string>();
  const pendingKey = useRef<string>(undefined);
  const inPage = visibleRows.flatMap(row =>
    row?.kind === 'tiles' ? row.tiles.map(({ item }) => item.key) : [],
  );
  const entry = chosenKey !== undefined && inPage.includes(chosenKey) ? chosenKey : inPage[0];
  // Runs after each render, because the requested row may only be rendered now.
  useEffect(() => {
    if (pendingKey.current === undefined) return;
    const tile = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(pendingKey.current)}"]`);
    if (!tile) return;
    pendingKey.current = undefined;
    tile.focus({ preventScroll: true });
  });
  const move = (from: string, to: Move) => {
    const target = moveFrom(rows, from, to);
    if (!target) return;
    pendingKey.current = target.key;
    scrollTo(target.row);
    setEntry(target.key);
  };
  return { entry, setEntry, move };
}
