/** Rows come above those that somebody points at: the page is scrolled with them, so that what is under the pointer stays
 * there. Where it cannot be (the page is too short), clicks count for nothing for a moment: they were meant for another. */
import { useEffect, useRef, type RefObject } from 'react';

const ignoredMs = 400;
const stillPixels = 4;

interface Anchor {
  readonly row: Element;
  /** In the window. */
  readonly top: number;
}

/** For the element that holds the rows, which are `[data-picture-row]`. */
export function useAnchored(list: RefObject<HTMLElement | null>): void {
  const anchor = useRef<Anchor>(undefined);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    // The browser's own way does nothing at the top of a page, and elsewhere would move it a second time.
    element.style.overflowAnchor = 'none';
    let movedAt = -ignoredMs;
    const take = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('[data-picture-row]') : null;
      anchor.current =
        row && element.contains(row) ? { row, top: row.getBoundingClientRect().top } : undefined;
    };
    const onScroll = () => {
      const { row } = anchor.current ?? {};
      if (row) anchor.current = { row, top: row.getBoundingClientRect().top };
    };
    const onResize = () => {
      const { row, top } = anchor.current ?? {};
      // Who types looks at what comes, above.
      if (!row?.isConnected || top === undefined || document.activeElement?.matches('textarea, input'))
        return;
      const off = () => row.getBoundingClientRect().top - top;
      if (Math.abs(off()) < 1) return;
      scrollBy({ top: off(), behavior: 'instant' });
      if (Math.abs(off()) > stillPixels) movedAt = performance.now();
      onScroll();
    };
    const onClick = (event: MouseEvent) => {
      // A key presses what has the focus, wherever it is.
      if (event.detail === 0 || performance.now() - movedAt > ignoredMs) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const observer = new ResizeObserver(onResize);
    observer.observe(element);
    const off = new AbortController();
    const { signal } = off;
    for (const name of ['pointerover', 'pointerdown', 'focusin'])
      document.addEventListener(name, take, { signal });
    addEventListener('scroll', onScroll, { signal, passive: true });
    element.addEventListener('click', onClick, { signal, capture: true });
    return () => {
      observer.disconnect();
      off.abort();
    };
  }, [list]);
}
