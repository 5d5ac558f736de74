/** Prompts that were run, newest first. The Up and Down keys in the prompt field step through them. */

export const maxHistory = 100;

export function rememberPrompt(history: readonly string[], prompt: string): readonly string[] {
  return [prompt, ...history.filter(one => one !== prompt)].slice(0, maxHistory);
}

/**
 * The previous (`older`) or next prompt. Returns undefined if there is none in that direction.
 * Empty means past the newest one.
 */
export function stepHistory(
  history: readonly string[],
  shownPrompt: string,
  direction: 'older' | 'newer',
): string | undefined {
  const index = history.indexOf(shownPrompt);
  if (direction === 'older') return history[index + 1];
  if (index === -1) return undefined;
  return index === 0 ? '' : history[index - 1];
}
