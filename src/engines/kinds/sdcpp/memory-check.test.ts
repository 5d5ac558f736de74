import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineError } from '../../contract/engine-error.ts';
import { awaitFreeMemory } from './memory-check.ts';

const signal = new AbortController().signal;

/** The clock moves when somebody waits. `main` is the free memory at each look, the last one for ever. */
function machine({
  main,
  video,
}: {
  readonly main: readonly (number | undefined)[];
  readonly video?: number;
}) {
  let nowMs = 0;
  let looks = 0;
  return {
    signal,
    clock: { now: () => nowMs, sleep: async (ms: number) => void (nowMs += ms) },
    free: {
      mainBytes: () => main[Math.min(looks++, main.length - 1)],
      videoBytes: async () => video,
    },
  };
}

async function lack(promise: Promise<void>, language: 'en' | 'zh' = 'en'): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof EngineError && error.retryable);
  return reasonText(error.reason, language);
}

test('a server starts when its memory is free, at once or a moment later', async () => {
  await awaitFreeMemory({ memoryNeeded: 4, videoNeeded: 0 }, machine({ main: [5e9] }));
  await awaitFreeMemory({ memoryNeeded: 4, videoNeeded: 0 }, machine({ main: [1e9, 1e9, 5e9] }));
  await awaitFreeMemory({ memoryNeeded: 0, videoNeeded: 0 }, machine({ main: [0] }));
  await awaitFreeMemory({ memoryNeeded: 0, videoNeeded: 8 }, machine({ main: [0] }));
  await awaitFreeMemory({ memoryNeeded: 8, videoNeeded: 0 }, machine({ main: [undefined] }));
});

test('a lack of memory is said with what is needed, what is free and what to do', async () => {
  const short = awaitFreeMemory({ memoryNeeded: 4.5, videoNeeded: 0 }, machine({ main: [1.26e9] }));
  assert.match(await lack(short), /need 4\.5 GB of free memory, and 1\.2 GB are free: close other programs/);
  const call = () => machine({ main: [9e9], video: 2e9 });
  const requirements = { memoryNeeded: 1, videoNeeded: 6 };
  assert.match(
    await lack(awaitFreeMemory(requirements, call())),
    /6 GB of free memory on the graphics card, and 2 GB/,
  );
  assert.match(await lack(awaitFreeMemory(requirements, call()), 'zh'), /显卡上 6 GB/);
});
