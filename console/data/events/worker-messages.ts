/** What a tab and the worker that holds the stream of events say to each other. */
import type { Balance } from '../session.ts';
import type { Task } from '../tasks/tasks.ts';

/** A stream of events, and whose. The address does not tell: the cookie does. */
export interface StreamAsked {
  readonly address: string;
  /** Id of the user. */
  readonly user: string;
}

export type ToWorker =
  /** Said again and again, so that the worker knows that the tab is there. */
  ({ readonly kind: 'listen' } & StreamAsked) | { readonly kind: 'leave' };

export type FromWorker =
  | { readonly kind: 'state'; readonly isOpen: boolean }
  /** Something may have been missed: what was read before is to be read again. */
  | { readonly kind: 'anew' }
  /** Somebody else signed in meanwhile. */
  | { readonly kind: 'other user' }
  | { readonly kind: 'task'; readonly data: Task }
  | { readonly kind: 'deleted'; readonly data: { readonly id: string }; readonly change: number }
  /** Tokens were created, changed or revoked. */
  | { readonly kind: 'tokens' }
  | { readonly kind: 'balance'; readonly data: Omit<Balance, 'account'> };
