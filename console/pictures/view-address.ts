/** What is open large, and what is chosen to compare, stands in the address: `?view=<task>.<n>`, `?picks=…`, `?compare=…`. */
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';
import { placeText, readPlace, readPlaces, type Place } from './tiles.ts';

type ViewAddress = Readonly<Record<'view' | 'picks' | 'compare', string | undefined>>;

/** It was opened here, by a step that Back takes back. */
let openedAt: string | undefined;

export interface View {
  readonly place: Place | undefined;
  /** `from`: the tile, which the picture grows out of. */
  readonly open: (place: Place, from?: HTMLElement) => void;
  /** To another picture, without a step that Back would have to take. */
  readonly turn: (place: Place) => void;
  readonly close: () => void;
}

export function useView(): View {
  const [{ view }, change] = useAddress<ViewAddress>();
  const router = useRouter();
  const open = useCallback(
    (place: Place, from?: HTMLElement) => {
      openedAt = location.pathname;
      const show = () => change({ view: placeText(place) }, { isStep: true });
      grow(from, show);
    },
    [change],
  );
  const turn = useCallback((place: Place) => change({ view: placeText(place) }), [change]);
  const close = useCallback(() => {
    const isHere = openedAt === location.pathname;
    openedAt = undefined;
    if (isHere) router.history.back();
    else change({ view: undefined });
  }, [change, router]);
  return { place: readPlace(view), open, turn, close };
}

/** The name that a tile's picture and the large one share, so that the one grows out of the other. */
export const growing = 'opened-picture';

/** Longer than it takes to draw the large picture's first frame. */
const drawnMs = 60;

function grow(from: HTMLElement | undefined, show: () => void): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!from || isCalm || !('startViewTransition' in document)) return show();
  from.style.viewTransitionName = growing;
  document.startViewTransition(async () => {
    from.style.viewTransitionName = '';
    show();
    await new Promise(resolve => setTimeout(resolve, drawnMs));
  });
}

export interface Picks {
  readonly places: readonly Place[];
  readonly toggle: (place: Place) => void;
  readonly clear: () => void;
  readonly has: (place: Place) => boolean;
}

const maxPicks = 4;

export function usePicks(): Picks {
  const [{ picks }, change] = useAddress<ViewAddress>();
  const places = readPlaces(picks);
  const isSame = (a: Place) => (b: Place) => a.task === b.task && a.n === b.n;
  const write = (next: readonly Place[]) => change({ picks: next.map(placeText).join(',') || undefined });
  return {
    places,
    has: place => places.some(isSame(place)),
    toggle: place =>
      write(
        places.some(isSame(place))
          ? places.filter(one => !isSame(place)(one))
          : [...places, place].slice(-maxPicks),
      ),
    clear: () => write([]),
  };
}

/** Closing the large view leads back to the address of before it: what was chosen meanwhile stays chosen. */
export function useKeptPicks(): void {
  const [{ picks }, change] = useAddress<ViewAddress>();
  const kept = useRef({ picks, path: location.pathname });
  useEffect(() => {
    kept.current = { picks, path: location.pathname };
  }, [picks]);
  useEffect(
    () => () => {
      const { picks: last, path } = kept.current;
      const now = new URLSearchParams(location.search).get('picks') ?? undefined;
      if (location.pathname === path && now !== last) change({ picks: last });
    },
    [change],
  );
}

export interface Comparison {
  readonly places: readonly Place[];
  readonly open: (places: readonly Place[]) => void;
  readonly close: () => void;
}

export function useCompare(): Comparison {
  const [{ compare }, change] = useAddress<ViewAddress>();
  const open = useCallback(
    (places: readonly Place[]) => change({ compare: places.map(placeText).join(',') }, { isStep: true }),
    [change],
  );
  const close = useCallback(() => change({ compare: undefined }), [change]);
  return { places: readPlaces(compare), open, close };
}
