/** Only the rows that can be seen are on the page, however many there are. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState } from 'react';

const beyond = 12;
/** Rows from the end when more are asked for. */
const early = 60;

interface RowsOptions {
  readonly count: number;
  readonly height: number;
  readonly onNearEnd: () => void;
}

export interface Rows {
  /** Given to what holds the rows. */
  readonly box: (element: HTMLElement | null) => void;
  readonly shown: readonly { readonly index: number; readonly start: number }[];
  /** Pixels before the first and after the last row that is there. */
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
    overscan: beyond,
    scrollMargin: margin,
    // Under the top bar and the head of the table, over the line of totals.
    scrollPaddingStart: 96,
    scrollPaddingEnd: 64,
  });
  useLayoutEffect(() => rows.measure(), [rows, height]);
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (count > 0 && last >= count - early) onNearEnd();
  }, [last, count, onNearEnd]);
  const total = rows.getTotalSize();
  return {
    box,
    shown: items.map(({ index, start }) => ({ index, start: start - margin })),
    before: (items[0]?.start ?? margin) - margin,
    after: total - ((items.at(-1)?.end ?? margin) - margin),
    total,
    show: index => rows.scrollToIndex(index, { align: 'auto' }),
  };
}

/** Where it begins on the page; what stands above may grow and shrink. */
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
