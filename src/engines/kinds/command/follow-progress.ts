/** The progress of a program, for readers of its folder. */
import { backgroundSleep } from '@kinora/shared/clock';
import type { RunProgress } from './run-files.ts';

const writeMs = 200;

/**
 * Reads lines such as `progress 0.42` and `preview step-3.png`. Written at most every 200 ms, and by one
 * write at a time. What cannot be written is missing until the next line: the program continues.
 */
export function followProgress(
  write: (state: RunProgress) => Promise<void>,
  sleep: (ms: number) => Promise<void> = backgroundSleep,
): { read(line: string): boolean } {
  const state: { progress: number; preview?: string; previews: number } = { progress: 0, previews: 0 };
  let isChanged = false;
  let isWriting = false;

  async function save(): Promise<void> {
    isChanged = true;
    if (isWriting) return;
    isWriting = true;
    while (isChanged) {
      await sleep(writeMs);
      isChanged = false;
      await write(state).catch(() => {});
    }
    isWriting = false;
  }

  return {
    read(line) {
      const [, word, value = ''] = /^(progress|preview)\s+(\S.*)$/.exec(line.trimEnd()) ?? [];
      if (word === 'progress' && Number.isFinite(Number(value)))
        state.progress = Math.max(state.progress, Number(value));
      else if (word === 'preview') {
        state.preview = value;
        state.previews++;
      } else return false;
      void save();
      return true;
    },
  };
}
