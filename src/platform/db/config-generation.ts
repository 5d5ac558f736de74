/**
 * Keeps what a process has read of engines, models and routes up to date. Every change raises
 * `config_generation` in its transaction and notifies all processes. Leases compare the generation, so that
 * none is made by what was read before a change.
 */
import { systemClock } from '@kinora/shared/clock';
import type { Notifications } from './notifications.ts';
import type { Queryable } from './open.ts';
import { statement } from './statement.ts';

export interface ConfigSync {
  /** What has been read is at least as new as this generation. */
  readonly generation: bigint;
  /** Reads again if there was a change. Resolves when that has been read. */
  refresh(): Promise<void>;
  /** Reads now, and after every change. The readers are called in the order in which they were added. */
  addReader(read: () => Promise<void>): Promise<void>;
  /** Called when all readers have read a change, and leases can be made by what they have read. */
  onRead(listener: () => void): void;
  close(): void;
}

export interface ConfigSyncDependencies {
  readonly db: Queryable;
  readonly notifications: Notifications;
  readonly onError: (error: unknown) => void;
}

const retryMs = 1_000;

const current = statement('config_generation', 'select generation from config_generation');

export function openConfigSync({ db, notifications, onError }: ConfigSyncDependencies): ConfigSync {
  const readers: (() => Promise<void>)[] = [];
  const listeners: (() => void)[] = [];
  const closed = new AbortController();
  let generation = 0n;
  let reading: Promise<void> = Promise.resolve();

  const readChanges = async (): Promise<void> => {
    const [row] = await db.query<{ generation: bigint }>(current);
    if (!row || row.generation === generation) return;
    for (const read of readers) await read();
    // The rows may be newer than this. Then they are read once more.
    generation = row.generation;
    for (const listener of listeners) listener();
  };
  const refresh = (): Promise<void> => {
    const next = reading.then(readChanges);
    reading = next.catch(() => {});
    return next;
  };
  const refreshLater = (): void => {
    refresh().catch((error: unknown) => {
      onError(error);
      // There may be no further notification.
      void systemClock.sleep(retryMs, closed.signal).then(() => closed.signal.aborted || refreshLater());
    });
  };
  notifications.on('kinora_config', refreshLater);
  notifications.onListening(isListening => isListening && refreshLater());
  return {
    get generation() {
      return generation;
    },
    refresh,
    close: () => closed.abort(),
    onRead: listener => void listeners.push(listener),
    addReader: async read => {
      readers.push(read);
      const next = reading.then(read);
      reading = next.catch(() => {});
      await next;
    },
  };
}
