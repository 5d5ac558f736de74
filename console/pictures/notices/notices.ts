/** Short notices at the foot of the page, optionally with an action such as Undo. */
import { openStore } from '../../state/store.ts';

export interface Notice {
  readonly key: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
  readonly isError?: boolean;
}

export const notices = openStore<readonly Notice[]>([]);

const shownMs = 10_000;
let lastId = 0;

export function showNotice(notice: Omit<Notice, 'key'>): void {
  lastId += 1;
  const key = lastId;
  // More notices at the same time would cover the page.
  notices.change(before => [...before.slice(-2), { ...notice, key }]);
  setTimeout(() => dismissNotice(key), shownMs);
}

export function dismissNotice(key: number): void {
  notices.change(before => before.filter(notice => notice.key !== key));
}
