/** Window width classes: phone (tables become cards, panels become sheets) and tablet. */
import { useSyncExternalStore } from 'react';

const phone = matchMedia('(width < 40rem)');
const tablet = matchMedia('(width < 80rem)');

export function usePhone(): boolean {
  return useMedia(phone);
}

/** Tablets, small laptops and phones: too narrow for the navigation labels beside a table. */
export function useTablet(): boolean {
  return useMedia(tablet);
}

function useMedia(media: MediaQueryList): boolean {
  return useSyncExternalStore(
    listener => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
}
