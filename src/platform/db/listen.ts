/** LISTEN on a separate connection that reconnects automatically. */
import type pg from 'pg';
import { systemClock } from '@kinora/shared/clock';
import { listHosts, newClient, type ConnectionSettings } from './connection.ts';

export interface Listener {
  /** Calls `onMessage(payload)` for each NOTIFY on the channel. */
  on(channel: string, onMessage: (payload: string) => void): void;
  /** Whether it is connected. While it is not, messages are missed. */
  readonly connected: boolean;
  close(): Promise<void>;
}

export interface ListenerOptions {
  readonly connection: ConnectionSettings;
  /** Called when the connection is lost. From then on messages may be missed. */
  readonly onLost: () => void;
  /** Called after each (re)connection, when listening has begun. */
  readonly onListening: () => void;
}

const reconnectMs = 100;
const heartbeatMs = 5_000;

/** Resolves when listening has begun for the first time. Channels are plain lower-case names. */
export async function openListener(channels: readonly string[], options: ListenerOptions): Promise<Listener> {
  const handlers = new Map<string, ((payload: string) => void)[]>();
  const closing = new AbortController();
  const hosts = listHosts(options.connection);
  let client: pg.Client | undefined;

  const connect = async (): Promise<void> => {
    const freshClient = newClient(options.connection, clientOptions);
    let listening = false;
    const handleLoss = () => {
      if (!listening) return;
      listening = false;
      client = undefined;
      freshClient.end().catch(() => {});
      if (closing.signal.aborted) return;
      options.onLost();
      void reconnect();
    };
    freshClient.on('notification', message => {
      for (const handler of handlers.get(message.channel) ?? []) handler(message.payload ?? '');
    });
    freshClient.on('error', handleLoss);
    freshClient.on('end', handleLoss);
    try {
      await freshClient.connect();
      for (const channel of channels) await freshClient.query(`listen ${channel}`);
    } catch (error) {
      freshClient.end().catch(() => {});
      throw error;
    }
    listening = true;
    client = freshClient;
    options.onListening();
    void watch(freshClient, () => client === freshClient && !closing.signal.aborted, closing.signal).catch(
      handleLoss,
    );
  };

  const reconnect = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await systemClock.sleep(reconnectMs, closing.signal);
      if (closing.signal.aborted) return;
      try {
        await hosts?.find();
        return await connect();
      } catch {
        // The database is still unavailable: try again.
      }
    }
  };

  await connect();
  // A host that became a replica may keep its connections, but it has no notifications.
  hosts?.onMove(() => void client?.end().catch(() => {}));
  return {
    on: (channel, onMessage) => handlers.set(channel, [...(handlers.get(channel) ?? []), onMessage]),
    get connected() {
      return client !== undefined;
    },
    close: async () => {
      closing.abort();
      await client?.end().catch(() => {});
    },
  };
}

/**
 * A connection can stop responding without closing, so it is tested regularly.
 * Rejects when it does not answer.
 */
async function watch(client: pg.Client, isInUse: () => boolean, signal: AbortSignal): Promise<void> {
  while (isInUse()) {
    await systemClock.sleep(heartbeatMs, signal);
    if (isInUse()) await client.query('select 1');
  }
}

const clientOptions: pg.ClientConfig = {
  application_name: 'kinora listener',
  connectionTimeoutMillis: 10_000,
  query_timeout: heartbeatMs,
  keepAlive: true,
};
