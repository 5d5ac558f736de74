/**
 * Whether the memory is free that the weights of a server need. Asked before it is started, so that it does
 * not take that of other programs.
 */
import { reason } from '@kinora/shared/errors/reason';
import type { Clock } from '@kinora/shared/clock';
import { freeMainBytes, freeVideoBytes } from '../../../platform/lib/machine/free-memory.ts';
import { EngineError } from '../../contract/engine-error.ts';
import type { ManagedSettings } from './sdcpp-settings.ts';

export interface FreeMemory {
  /**
   * Returns undefined if it is not known. Then nothing is concluded. The same holds for the graphics card.
   */
  readonly mainBytes: () => number | undefined;
  readonly videoBytes: () => Promise<number | undefined>;
}

const systemMemory: FreeMemory = { mainBytes: freeMainBytes, videoBytes: freeVideoBytes };
/** The system takes a moment to get back the memory of a server that was just stopped. */
const waitMs = 10_000;
const pollMs = 500;

/**
 * Rejects with an EngineError that contains how much is missing, after a while in which it could become free.
 */
export async function awaitFreeMemory(
  requirements: Pick<ManagedSettings, 'memoryNeeded' | 'videoNeeded'>,
  { clock, signal, free = systemMemory }: MemoryCall,
): Promise<void> {
  const endMs = clock.now() + waitMs;
  for (;;) {
    const lack = await findShortage(requirements, free);
    if (!lack || signal.aborted) return;
    if (clock.now() >= endMs) throw new EngineError('engine_unavailable', lack, { retryable: true });
    await clock.sleep(pollMs, signal);
  }
}

interface MemoryCall {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly free?: FreeMemory;
}

async function findShortage(
  { memoryNeeded, videoNeeded }: Pick<ManagedSettings, 'memoryNeeded' | 'videoNeeded'>,
  { mainBytes, videoBytes }: FreeMemory,
) {
  const main = mainBytes();
  if (main !== undefined && memoryNeeded * 1e9 > main)
    return reason('memory_short', { needed: memoryNeeded, free: gigabytes(main) });
  const video = videoNeeded > 0 ? await videoBytes() : undefined;
  if (video !== undefined && videoNeeded * 1e9 > video)
    return reason('video_memory_short', { needed: videoNeeded, free: gigabytes(video) });
  return undefined;
}

function gigabytes(bytes: number): number {
  return Math.floor(bytes / 1e8) / 10;
}
