/** Ends a task that this process cannot advance because of an error of its own. */
import { callEngine } from './call-engine.ts';
import { finishTask } from './finish-task.ts';
import { heldLease } from './held-lease.ts';
import type { Running } from './running-task.ts';
import { newestHandle, type AdvanceParts, type Outcome } from './step-outcome.ts';

/** Its work on the engine is cancelled if possible. */
export async function failInternally(
  { task, engine, memo }: Running,
  { store, db, events, retentionHours }: AdvanceParts,
): Promise<Outcome> {
  const lease = await heldLease(task.lease, store).catch(() => undefined);
  if (!lease) return { kind: 'lease_lost' };
  const handle = newestHandle({ task, memo });
  if (handle !== undefined) await callEngine(undefined, () => engine.cancel(handle)).catch(() => {});
  const ending = { phase: 'failed', code: 'internal', details: {}, retentionHours } as const;
  const written = await finishTask(db, task.lease, ending).catch(() => false);
  if (written) events.taskEnded(task, ending);
  return written ? { kind: 'finished', phase: 'failed' } : { kind: 'lease_lost' };
}
