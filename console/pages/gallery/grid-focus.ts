/** One picture of the grid is where Tab goes; the arrows go on from it, also to what is not in the page yet. */
import { useEffect, useRef, useState } from 'react';
import type { GalleryItem } from './gallery-items.ts';
import { moveFrom, type Move } from './move.ts';
import type { Row } from './justified.ts';

interface FocusParts {
  readonly rows: readonly Row<GalleryItem>[];
  /** Those that are in the page. */
  readonly shown: readonly (Row<GalleryItem> | undefined)[];
  readonly scrollTo: (row: number) => void;
}

export function useGridFocus({ rows, shown, scrollTo }: FocusParts) {
  const [chosen, setEntry] = useState<string>();
  const wanted = useRef<string>(undefined);
  const inPage = shown.flatMap(row => (row?.kind === 'tiles' ? row.tiles.map(({ item }) => item.key) : []));
  const entry = chosen !== undefined && inPage.includes(chosen) ? chosen : inPage[0];
  // After each drawing: the row that was wanted may have come with it.
  useEffect(() => {
    if (wanted.current === undefined) return;
    const tile = document.querySelector<HTMLElement>(`[data-key="${CSS.escape(wanted.current)}"]`);
    if (!tile) return;
    wanted.current = undefined;
    tile.focus({ preventScroll: true });
  });
  const move = (from: string, to: Move) => {
    const found = moveFrom(rows, from, to);
    if (!found) return;
    wanted.current = found.key;
    scrollTo(found.row);
    setEntry(found.key);
  };
  return { entry, setEntry, move };
}
