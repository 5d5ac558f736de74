/** The job of a task as its engine gets it, with the bytes of its inputs. */
import { reason } from '@kinora/shared/errors/reason';
import { EngineError } from '../../../engines/contract/engine-error.ts';
import type { EngineCall } from '../../../engines/contract/engine-call.ts';
import type { EngineInput } from '../../../engines/contract/engine-input.ts';
import type { EngineJob } from '../../../engines/contract/engine-job.ts';
import { readWhole } from '../../../media/storage/open-file.ts';
import type { Storage } from '../../../media/storage/storage.ts';
import type { Routing } from '../routing/routing.ts';
import type { LeasedTask } from '../task.ts';

export interface JobDependencies {
  /** Stores the pictures that tasks start from. */
  readonly storage: Storage;
  readonly routing: Pick<Routing, 'mapJob'>;
}

/** Returns what an engine can ask for while it works on a task. */
export function engineCall(task: LeasedTask, parts: JobDependencies, signal: AbortSignal): EngineCall {
  const job = async () => {
    const found = await engineJob(task, parts);
    if (!found) throw new EngineError('engine_error', reason('input_gone'));
    return found;
  };
  return { signal, job };
}

/**
 * The job with its files read and its parent's recipe. Returns undefined if a file or the parent is no longer
 * kept.
 */
export async function engineJob(
  task: LeasedTask,
  { storage, routing }: JobDependencies,
): Promise<EngineJob | undefined> {
  const { parent } = task;
  const { candidate, inputs = [], clip, ...rest } = routing.mapJob(task);
  const followed = candidate === undefined ? undefined : parent && { ...parent, candidate };
  if (candidate !== undefined && !followed) return undefined;
  const read: EngineInput[] = [];
  for (const { storageKey, ...input } of inputs) {
    const file = await storage.open(storageKey);
    if (!file) return undefined;
    read.push({ ...input, bytes: await readWhole(file) });
  }
  const continued = clip && (await storage.open(clip.storageKey));
  if (clip && !continued) return undefined;
  return {
    ...rest,
    ...(read.length > 0 && { inputs: read }),
    ...(clip && continued && { clip: { seconds: clip.seconds, bytes: await readWhole(continued) } }),
    ...(followed && { parent: followed }),
  };
}
