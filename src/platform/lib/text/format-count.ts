/** A number and what is counted: "1 clip", "2 clips". For nouns whose plural ends in s. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * Returns what was made, as the details of a reason: the count with its noun, and in Chinese the count alone.
 */
export function madeDetails(count: number, noun: string): { readonly made: string; readonly madeZh: number } {
  return { made: formatCount(count, noun), madeZh: count };
}
