/**
 * Asks whether a lease is still held, before work is destroyed. A worker that lost the database for a while
 * may not have noticed that another one has adopted its task: the work on the engine, and the files that wait
 * to be saved, belong to that one now.
 */
import type { Lease } from '../task.ts';
import { leaseMs } from './pull-tasks.ts';
import type { TaskStore } from './task-store.ts';

/**
 * Renews the lease, so that no other worker adopts the task while its work is ended. Returns undefined if
 * another worker has it, or it has ended.
 */
export function heldLease(
  lease: Lease,
  store: Pick<TaskStore, 'renewOne'>,
): Promise<{ readonly cancelRequested: boolean } | undefined> {
  return store.renewOne(lease, leaseMs);
}
