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
    const foundJob = await engineJob(task, parts);
    if (!foundJob) throw new EngineError('engine_error', reason('input_gone'));
    return foundJob;
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
  const jobParent = candidate === undefined ? undefined : parent && { ...parent, candidate };
  if (candidate !== undefined && !jobParent) return undefined;
  const engineInputs: EngineInput[] = [];
  for (const { storageKey, ...input } of inputs) {
    const file = await storage.open(storageKey);
    if (!file) return undefined;
    engineInputs.push({ ...input, bytes: await readWhole(file) });
  }
  const clipFile = clip && (await storage.open(clip.storageKey));
  if (clip && !clipFile) return undefined;
  return {
    ...rest,
    ...(engineInputs.length > 0 && { inputs: engineInputs }),
    ...(clip && clipFile && { clip: { seconds: clip.seconds, bytes: await readWhole(clipFile) } }),
    ...(jobParent && { parent: jobParent }),
  };
}
