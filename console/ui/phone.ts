/** Whether the window is as narrow as a phone's, where tables are cards and panels are sheets. */
import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(width < 40rem)');

export function usePhone(): boolean {
  return useSyncExternalStore(
    listener => {
      narrow.addEventListener('change', listener);
      return () => narrow.removeEventListener('change', listener);
    },
    () => narrow.matches,
  );
}
