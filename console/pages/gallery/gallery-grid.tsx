/** The pictures in rows. Only rows near the viewport are rendered. */
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { uiMessages } from '../../ui/messages.ts';
import { useMessages } from '../../i18n/catalogue.ts';
import type { GalleryItem } from './gallery-items.ts';
import { DayTitle } from './day-title.tsx';
import { GalleryTile } from './gallery-tile.tsx';
import { useGridFocus } from './grid-focus.ts';
import { layOut, type Layout, type Row } from './justified.ts';
import { galleryMessages } from './messages.ts';

interface GridProps {
  readonly items: readonly GalleryItem[];
  /** Ids of the selected tasks. Undefined if selection is off. */
  readonly selected: ReadonlySet<string> | undefined;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly onMore: () => void;
  readonly isReading: boolean;
}

const gap = 8;
const dayHeight = 44;
/** Loads the next page when this many rows remain. */
const rowsAhead = 12;

export function GalleryGrid({ items, selected, onSelect, onMore, isReading }: GridProps) {
  const t = useMessages(galleryMessages);
  const ui = useMessages(uiMessages);
  const place = useRef<HTMLDivElement>(null);
  const [{ width, top }, setPlace] = useState({ width: 0, top: 0 });
  const rows = useRows(items, width);
  useMeasure(place, setPlace);
  // oxlint-disable-next-line react/incompatible-library -- Nothing here is memoised by a compiler.
  const list = useWindowVirtualizer({
    count: rows.length,
    estimateSize: index => (rows[index]?.height ?? 0) + (rows[index]?.kind === 'tiles' ? gap : 0),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 3,
    scrollMargin: top,
  });
  const visibleRows = list.getVirtualItems();
  const lastVisibleIndex = visibleRows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (width > 0 && lastVisibleIndex >= rows.length - rowsAhead) onMore();
  }, [lastVisibleIndex, rows.length, width, onMore]);
  const focus = useGridFocus({
    rows,
    visibleRows: visibleRows.map(({ index }) => rows[index]),
    scrollTo: index => list.scrollToIndex(index, { align: 'auto' }),
  });
  const toggle = (task: string) => {
    const nextSelection = new Set(selected);
    if (!nextSelection.delete(task)) nextSelection.add(task);
    onSelect(nextSelection);
  };
  return (
    <div
      ref={place}
      role="group"
      aria-label={t.pictures}
      className="relative"
      style={{ height: list.getTotalSize() }}
    >
      {visibleRows.map(({ index, start, key }) => {
        const row = rows[index];
        return (
          <div
            key={key}
            className="absolute inset-x-0 flex"
            style={{ gap, transform: `translateY(${start - top}px)`, height: row?.height }}
          >
            {row?.kind === 'day' && <DayTitle day={row.day} />}
            {row?.kind === 'tiles' &&
              row.tiles.map(({ item, width: tileWidth }) => (
                <GalleryTile
                  key={item.key}
                  item={item}
                  width={tileWidth}
                  isEntry={focus.entry === item.key}
                  isSelected={selected?.has(item.task.id)}
                  onSelect={() => toggle(item.task.id)}
                  onFocus={() => focus.setEntry(item.key)}
                  onMove={focus.move}
                />
              ))}
          </div>
        );
      })}
      <span className="sr-only" role="status">
        {isReading && ui.loading}
      </span>
    </div>
  );
}

function useRows(items: readonly GalleryItem[], width: number): readonly Row<GalleryItem>[] {
  const [layout, setLayout] = useState<Layout<GalleryItem>>();
  const height = width < 640 ? 150 : width < 1400 ? 220 : 260;
  if (width > 0 && (layout?.items !== items || layout.measures.width !== width))
    setLayout(layOut(items, { width, height, gap, dayHeight }, layout));
  return layout?.rows ?? [];
}

function useMeasure(
  place: React.RefObject<HTMLDivElement | null>,
  onMeasure: (measures: { width: number; top: number }) => void,
): void {
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const measure = () =>
      onMeasure({
        width: Math.floor(element.clientWidth),
        top: element.getBoundingClientRect().top + scrollY,
      });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [place, onMeasure]);
}
