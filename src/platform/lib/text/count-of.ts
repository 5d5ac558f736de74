/** A number and what is counted: "1 clip", "2 clips". For nouns whose plural ends in s. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
