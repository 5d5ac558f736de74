/** What just happened, said at the foot of the page for a while, with a way back where there is one. */
import { openStore } from '../data/store.ts';

export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly act: () => void };
  readonly isBad?: boolean;
}

export const notices = openStore<readonly Notice[]>([]);

const shownMs = 10_000;
let last = 0;

export function say(notice: Omit<Notice, 'key'>): void {
  last += 1;
  const key = last;
  // More than a few at once would hide the page.
  notices.change(before => [...before.slice(-2), { ...notice, key }]);
  setTimeout(() => unsay(key), shownMs);
}

export function unsay(key: number): void {
  notices.change(before => before.filter(notice => notice.key !== key));
}
