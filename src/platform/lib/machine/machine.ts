/** Reads the memory, cores and graphics cards of this machine. */
import { availableParallelism, totalmem } from 'node:os';
import type { GraphicsCard } from './card-reports.ts';
import { readGraphicsCards } from './graphics-cards.ts';

export interface Machine {
  readonly platform: string;
  readonly arch: string;
  readonly memoryBytes: number;
  readonly cores: number;
  /** The card with the most memory comes first. */
  readonly cards: readonly GraphicsCard[];
}

export async function readMachine(): Promise<Machine> {
  const memoryBytes = usableMemory(totalmem(), process.constrainedMemory());
  const { platform, arch } = process;
  const cards = await readGraphicsCards({ platform, arch, memoryBytes });
  return { platform, arch, memoryBytes, cores: availableParallelism(), cards };
}

/**
 * A container may have less than its machine. Without a limit, the system reports 0 or a number
 * that is larger than any memory.
 */
export function usableMemory(totalBytes: number, limitBytes: number): number {
  return limitBytes > 0 ? Math.min(totalBytes, limitBytes) : totalBytes;
}
