/**
 * kinora-client as the shared helpers of the tests use it, so that each test proves it too. It
 * repeats nothing: a rejection or a lost connection is what the test asks about. Only a wait goes
 * on while the database is away.
 */
import { systemClock } from '@kinora/shared/clock';
import { Kinora, KinoraError, type Task, TaskFailedError } from 'kinora-client';

export interface ServerAndKeys {
  readonly url: string;
  readonly imageKey?: string;
  readonly videoKey?: string;
}

/** One for each server and its keys: the waits of a client share one event stream. */
const clients = new Map<string, Kinora>();

export function openClient({ url, imageKey, videoKey }: ServerAndKeys): Kinora {
  const name = [url, imageKey, videoKey].join(' ');
  const client =
    clients.get(name) ??
    new Kinora({
      baseUrl: url,
      imageToken: imageKey,
      videoToken: videoKey,
      maxRetries: 0,
      patienceSeconds: 0,
    });
  clients.set(name, client);
  return client;
}

/** A clip takes a minute on a busy machine. */
const patienceMs = 180_000;
const databasePauseMs = 200;

/**
 * The record of a task once it has ended, also if it failed. Throws with the last record after three minutes.
 */
export async function waitForEnd<Record>(task: Task<Record, { readonly record: Record }>): Promise<Record> {
  const signal = AbortSignal.timeout(patienceMs);
  let last: Record | undefined;
  const onProgress = (record: Record) => {
    last = record;
  };
  for (;;)
    try {
      return (await task.wait({ signal, onProgress })).record;
    } catch (error) {
      if (error instanceof TaskFailedError) return error.record as Record;
      if (signal.aborted)
        throw new Error(`Timed out; last record: ${JSON.stringify(last)}`, { cause: error });
      if (!(error instanceof KinoraError) || error.code !== 'database_unavailable') throw error;
      await systemClock.sleep(databasePauseMs);
    }
}
