/** The arguments with which the program runs a model on a machine. Pure. */
import type { Machine } from '../../platform/lib/machine/machine.ts';
import type { LocalModelEntry } from './entry.ts';

/** Weights that leave less room than this are kept in main memory: pictures need memory as well. */
const weightsShare = 0.75;

/** `paths`: where the files of the entry are, in their order. One argument each. */
export function serverArguments(
  { files, options, needs }: Pick<LocalModelEntry, 'files' | 'options' | 'needs'>,
  paths: readonly string[],
  machine: Machine & { readonly weightsBytes: number },
): string[] {
  const weights = files.flatMap(({ option }, index) => [option, paths[index] ?? '']);
  return [...weights, ...options, ...memoryOptions(needs, machine)];
}

/**
 * With little video memory, the program keeps weights in main memory and moves them when they are needed
 * (docs/performance.md of stable-diffusion.cpp). With less video memory than the model needs at least, it
 * also computes in parts.
 */
function memoryOptions(
  needs: LocalModelEntry['needs'],
  { cards, weightsBytes, memoryBytes }: Machine & { readonly weightsBytes: number },
): string[] {
  const [card] = cards;
  if (!card) return memoryBytes < weightsBytes * 1.5 ? ['--mmap'] : [];
  if (card.isUnified) return [];
  const video = card.memoryBytes ?? 0;
  if (video >= Math.max(needs.video * 0.9e9, weightsBytes / weightsShare)) return [];
  const isVerySmall = video < (needs.low ?? needs.video) * 1e9;
  return ['--offload-to-cpu', '--max-vram', '-1', ...(isVerySmall ? ['--stream-layers'] : [])];
}

/**
 * Returns the gigabytes that must be free in main memory and in video memory before the program is started,
 * as settings of the engine. Pure.
 */
export function memoryToStart(
  args: readonly string[],
  { cards, weightsBytes }: Pick<Machine, 'cards'> & { readonly weightsBytes: number },
): { readonly memoryNeeded: number; readonly videoNeeded: number } {
  const weights = Math.round(weightsBytes / 1e8) / 10;
  const [card] = cards;
  const isOnCard = card !== undefined && !card.isUnified && !args.includes('--offload-to-cpu');
  // The system keeps as much of mapped files in memory as there is room for.
  const isMapped = args.includes('--mmap');
  return { memoryNeeded: isOnCard || isMapped ? 0 : weights, videoNeeded: isOnCard ? weights : 0 };
}
