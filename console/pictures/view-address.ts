/**
 * The open picture and the selection to compare, in the URL: `?view=<task>.<n>`, `?picks=…`, `?compare=…`.
 */
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { useAddress } from '../data/address.ts';
import { placeText, readPlace, readPlaces, type Place } from './tiles.ts';

type ViewAddress = Readonly<Record<'view' | 'picks' | 'compare', string | undefined>>;

/** The page on which the lightbox was opened by a history entry that Back removes. */
let openedAt: string | undefined;

export interface View {
  readonly place: Place | undefined;
  /** `from`: the tile from which the opening animation starts. */
  readonly open: (place: Place, from?: HTMLElement) => void;
  /** Shows another picture without a new history entry. */
  readonly show: (place: Place) => void;
  readonly close: () => void;
}

export function useLightboxPlace(): View {
  const [{ view }, change] = useAddress<ViewAddress>();
  const router = useRouter();
  const open = useCallback(
    (place: Place, from?: HTMLElement) => {
      openedAt = location.pathname;
      const show = () => change({ view: placeText(place) }, { isStep: true });
      animateFrom(from, show);
    },
    [change],
  );
  const show = useCallback((place: Place) => change({ view: placeText(place) }), [change]);
  const close = useCallback(() => {
    const isOpenedHere = openedAt === location.pathname;
    openedAt = undefined;
    if (isOpenedHere) router.history.back();
    else change({ view: undefined });
  }, [change, router]);
  return { place: readPlace(view), open, show, close };
}

/** The view transition name that the tile's picture and the large one share, for the opening animation. */
export const growingName = 'opened-picture';

/** Longer than the large picture takes to render its first frame. */
const renderMs = 60;

function animateFrom(from: HTMLElement | undefined, show: () => void): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!from || isCalm || !('startViewTransition' in document)) return show();
  from.style.viewTransitionName = growingName;
  document.startViewTransition(async () => {
    from.style.viewTransitionName = '';
    show();
    await new Promise(resolve => setTimeout(resolve, renderMs));
  });
}

export interface ComparedPlaces {
  readonly places: readonly Place[];
  readonly toggle: (place: Place) => void;
  readonly clear: () => void;
  readonly has: (place: Place) => boolean;
}

const maxPicks = 4;

export function useComparedPlaces(): ComparedPlaces {
  const [{ picks }, change] = useAddress<ViewAddress>();
  const places = readPlaces(picks);
  const isSame = (a: Place) => (b: Place) => a.task === b.task && a.n === b.n;
  const write = (nextPlaces: readonly Place[]) =>
    change({ picks: nextPlaces.map(placeText).join(',') || undefined });
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

/** Closing the lightbox restores the previous URL. This keeps the selection that was made in the meantime. */
export function usePreservedPicks(): void {
  const [{ picks }, change] = useAddress<ViewAddress>();
  const latest = useRef({ picks, path: location.pathname });
  useEffect(() => {
    latest.current = { picks, path: location.pathname };
  }, [picks]);
  useEffect(
    () => () => {
      const { picks: lastPicks, path } = latest.current;
      const current = new URLSearchParams(location.search).get('picks') ?? undefined;
      if (location.pathname === path && current !== lastPicks) change({ picks: lastPicks });
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
