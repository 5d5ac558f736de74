/** The program of the thread that signs files, one at a time. */
import { parentPort, workerData } from 'node:worker_threads';
import { openManifestLibrary } from './manifest-library.ts';
import type { SigningCredential } from '../signing-credential.ts';
import type { SigningAnswer, SigningOrder } from '../signing-order.ts';

const library = await openManifestLibrary(workerData as SigningCredential);

parentPort?.on('message', (order: SigningOrder) => void answer(order));

async function answer(order: SigningOrder): Promise<void> {
  try {
    if (order.kind === 'check') return post({ failures: await library.findFailures(order.bytes) });
    const bytes = await library.sign(order);
    post({ bytes }, [bytes.buffer as ArrayBuffer]);
  } catch (error) {
    // The library throws texts.
    post({ problem: error instanceof Error ? error.message : String(error) });
  }
}

function post(message: SigningAnswer, transfer: readonly ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}
