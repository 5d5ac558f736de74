/**
 * Has a thread sign one file after the other. The thread is started for the first file and ends when there
 * has been none for a while, because the library in it needs some 50 MB.
 */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { backgroundSleep } from '@kinora/shared/clock';
import type { SigningCredential } from './signing-credential.ts';
import type { SigningAnswer, SigningOrder } from './signing-order.ts';

export interface SigningQueue {
  /**
   * Never rejects: a thread that dies is a problem, too. The bytes are moved to the thread if they
   * fill their buffer, else copied.
   */
  send(order: SigningOrder): Promise<SigningAnswer>;
  /** Ends the thread after the last order. */
  close(): Promise<void>;
}

const program = new URL('./thread/signing-thread.ts', import.meta.url);
const idleMs = 60_000;
/** The memory of the library grows to some four times the largest file, and does not shrink. */
const largeBytes = 32 * 1024 * 1024;

export function openSigningQueue(credential: SigningCredential): SigningQueue {
  let thread: Worker | undefined;
  let lastAnswer: Promise<unknown> = Promise.resolve();
  let count = 0;
  const start = () => {
    // The server's settings and keys are not passed on.
    const worker = new Worker(program, { workerData: credential, env: {}, execArgv: [] });
    // One that dies while it has nothing to do is replaced.
    worker
      .on('error', () => {})
      .once('exit', () => {
        if (thread === worker) thread = undefined;
      });
    return worker;
  };
  const end = async () => {
    const endingThread = thread;
    thread = undefined;
    await endingThread?.terminate();
  };
  const endWhenIdle = async (countBefore: number) => {
    await backgroundSleep(idleMs);
    if (count === countBefore) await end();
  };
  const ask = async (order: SigningOrder): Promise<SigningAnswer> => {
    thread ??= start();
    const isLarge = listSizes(order).some(size => size > largeBytes);
    const answer = await signInThread(thread, order).catch((error: Error) => ({ problem: error.message }));
    // After a failure, the memory of the library is in an unknown state.
    if (isLarge || 'problem' in answer) await end();
    return answer;
  };
  return {
    send: order => {
      const current = ++count;
      const answer = lastAnswer.then(() => ask(order));
      lastAnswer = answer.then(() => void endWhenIdle(current));
      return answer;
    },
    close: async () => {
      await lastAnswer;
      await end();
    },
  };
}

function listSizes(order: SigningOrder): number[] {
  const ingredients = order.kind === 'sign' ? order.ingredients : [];
  return [order, ...ingredients].map(({ bytes }) => bytes?.length ?? 0);
}

/** Rejects if the thread fails. */
async function signInThread(thread: Worker, order: SigningOrder): Promise<SigningAnswer> {
  const bytes = toTransferable(order.bytes);
  const waiting = new AbortController();
  const { signal } = waiting;
  const exit = once(thread, 'exit', { signal }).then(([code]): [SigningAnswer] => [
    { problem: `The thread ended with exit code ${code}.` },
  ]);
  thread.postMessage({ ...order, bytes }, [bytes.buffer]);
  try {
    const [answer] = (await Promise.race([once(thread, 'message', { signal }), exit])) as [SigningAnswer];
    return answer;
  } finally {
    waiting.abort();
  }
}

/** Copying a large file would delay requests. Small buffers are parts of a pool, which cannot be moved. */
function toTransferable(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length;
  return isWhole ? new Uint8Array(buffer) : new Uint8Array(bytes);
}
