/** How wide the window is: as narrow as a phone's, where tables are cards and panels are sheets, or as a tablet's. */
import { useSyncExternalStore } from 'react';

const phone = matchMedia('(width < 40rem)');
const tablet = matchMedia('(width < 80rem)');

export function usePhone(): boolean {
  return useMedia(phone);
}

/** Tablets and small laptops, phones included: there is no room for the menu's labels beside a table. */
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
