/** Virtualizes the rows: only those near the viewport are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState } from 'react';

const overscanRows = 12;
/** Loads the next page when this many rows remain. */
const rowsAhead = 60;

interface RowsOptions {
  readonly count: number;
  readonly height: number;
  readonly onNearEnd: () => void;
}

export interface Rows {
  /** The ref of the rows' container. */
  readonly box: (element: HTMLElement | null) => void;
  readonly visibleRows: readonly { readonly index: number; readonly start: number }[];
  /** Spacing in pixels, in place of the rows that are not rendered. */
  readonly before: number;
  readonly after: number;
  readonly total: number;
  show(index: number): void;
}

export function useRows({ count, height, onNearEnd }: RowsOptions): Rows {
  const [element, box] = useState<HTMLElement | null>(null);
  const margin = useTop(element);
  // oxlint-disable-next-line react/incompatible-library -- Its functions are called in this hook alone, never handed on memoized.
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: overscanRows,
    scrollMargin: margin,
    // Below the top bar and the table header, above the totals.
    scrollPaddingStart: 96,
    scrollPaddingEnd: 64,
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && lastIndex >= count - rowsAhead) onNearEnd();
  }, [lastIndex, count, onNearEnd]);
  const total = rows.getTotalSize();
  return {
    box,
    visibleRows: items.map(({ index, start }) => ({ index, start: start - margin })),
    before: (items[0]?.start ?? margin) - margin,
    after: total - ((items.at(-1)?.end ?? margin) - margin),
    total,
    show: index => rows.scrollToIndex(index, { align: 'auto' }),
  };
}

/** The container's offset on the page; elements above it may change size. */
function useTop(element: HTMLElement | null): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setTop(Math.round(element.getBoundingClientRect().top + scrollY));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
