/** Short notices at the foot of the page, with an action such as Undo where there is one. */
import { openStore } from '../../state/store.ts';

export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly isError?: boolean;
}

export const notices = openStore<readonly Notice[]>([]);

const shownMs = 10_000;
let last = 0;

export function showNotice(notice: Omit<Notice, 'key'>): void {
  last += 1;
  const key = last;
  // More than a few at once would hide the page.
  notices.change(before => [...before.slice(-2), { ...notice, key }]);
  setTimeout(() => dismissNotice(key), shownMs);
}

export function dismissNotice(key: number): void {
  notices.change(before => before.filter(notice => notice.key !== key));
}
