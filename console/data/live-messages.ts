/** What a tab and the worker that holds the stream of events say to each other. */
import type { Balance } from './session.ts';
import type { Task } from './tasks.ts';

export type ToWorker =
  /** Said again and again, so that the worker knows that the tab is there. `address`: of the stream; the last one counts. */
  { readonly kind: 'listen'; readonly address: string } | { readonly kind: 'leave' };

export type FromWorker =
  | { readonly kind: 'state'; readonly isOpen: boolean }
  | { readonly kind: 'task'; readonly data: Task }
  | { readonly kind: 'deleted'; readonly data: { readonly id: string } }
  | { readonly kind: 'balance'; readonly data: Omit<Balance, 'account'> };
