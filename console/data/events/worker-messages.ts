/** Messages between a tab and the worker that holds the event stream. */
import type { Balance } from '../session.ts';
import type { Task } from '../tasks/tasks.ts';

/** An event stream and its user. The address does not identify the user; the session cookie does. */
export interface StreamRequest {
  readonly address: string;
  readonly user: string;
}

/** Where a queued task is, which changes without a change of the task. */
export type QueuePosition = Pick<Task, 'id' | 'ahead' | 'away_since'>;

export type MessageToWorker =
  /** Repeated as a heartbeat, so that the worker knows the tab is still open. */
  ({ readonly kind: 'listen' } & StreamRequest) | { readonly kind: 'leave' };

export type MessageFromWorker =
  | { readonly kind: 'state'; readonly isOpen: boolean }
  /** The stream starts anew: events may have been missed, so cached data must be refetched. */
  | { readonly kind: 'anew' }
  /** Another user has signed in. */
  | { readonly kind: 'other user' }
  | { readonly kind: 'task'; readonly data: Task }
  | { readonly kind: 'deleted'; readonly data: { readonly id: string }; readonly change: number }
  | { readonly kind: 'queue'; readonly data: { readonly tasks: readonly QueuePosition[] } }
  | { readonly kind: 'tokens' }
  /** A local model or the progress of its installation has changed. */
  | { readonly kind: 'local' }
  | { readonly kind: 'balance'; readonly data: Omit<Balance, 'account'> };
