/**
 * Decides how long to wait for more items before the next execution of something that costs nearly the same,
 * however many it handles.
 */

/** The number of items below which a wait would cost more than it saves. */
export const fewestGathered = 4;
const maxGatherMs = 10;

/**
 * Returns how long the last execution took, in milliseconds, up to a limit. Returns undefined if `items` are
 * so few that nothing should wait. Measured in decisions/033-larger-batches.md.
 */
export function gatherMs(items: number, tookMs: number): number | undefined {
  return items < fewestGathered ? undefined : Math.min(maxGatherMs, tookMs);
}
