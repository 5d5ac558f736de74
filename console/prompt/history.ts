/** Prompts that were run, newest first: Up and Down in the bar walk through them. */

export const longestHistory = 100;

export function remembered(history: readonly string[], prompt: string): readonly string[] {
  return [prompt, ...history.filter(one => one !== prompt)].slice(0, longestHistory);
}

/** The one before (`older`) or after the one that is shown; undefined: there is none that way. Empty: past the newest. */
export function stepHistory(
  history: readonly string[],
  shown: string,
  way: 'older' | 'newer',
): string | undefined {
  const at = history.indexOf(shown);
  if (way === 'older') return history[at + 1];
  if (at === -1) return undefined;
  return at === 0 ? '' : history[at - 1];
}
