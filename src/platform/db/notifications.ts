/**
 * Notifications: rare changes that other processes must learn of immediately. They are
 * sent in the transaction of the change. Each component subscribes by itself. Changes of
 * tasks are in the change feed instead.
 */
import { hintChannel } from './hints.ts';
import { openListener } from './listen.ts';
import type { ConnectionSettings } from './connection.ts';

const channels = [
  /**
   * A token and its account, separated by a space. Empty when a group changed, which may affect any token.
   */
  'kinora_token',
  /** The account of a new token. */
  'kinora_token_made',
  /** The row of a task that is to be cancelled. */
  'kinora_cancel',
  /**
   * An engine and a start key, separated by a space: its provider reports that the work has
   * changed (tasks/work-report.ts).
   */
  'kinora_report',
  'kinora_banned',
  'kinora_price',
  /** The user whose sessions changed. */
  'kinora_session',
  /** A change of an engine, model or route. */
  'kinora_config',
  'kinora_engine',
  'kinora_trial',
  /** A local model has changed, or the progress of its installation. */
  'kinora_local',
  /** An operator asks for the memory and graphics cards of the machines that install local models. */
  'kinora_machine',
] as const;
export type Channel = (typeof channels)[number];

export interface Notifications {
  /** Calls the handler with the payload of each notification on the channel. */
  on(channel: Channel | typeof hintChannel, handle: (payload: string) => void): void;
  /**
   * Calls the handler now, and on every change, with whether notifications arrive. While
   * they do not, some are missed.
   */
  onListening(handle: (isListening: boolean) => void): void;
}

export interface NotificationListener extends Notifications {
  close(): Promise<void>;
}

/** Resolves when it is listening. */
export async function openNotifications(connection: ConnectionSettings): Promise<NotificationListener> {
  const handlers: ((isListening: boolean) => void)[] = [];
  let isListening = false;
  const setListening = (isConnected: boolean): void => {
    isListening = isConnected;
    handlers.forEach(handle => handle(isConnected));
  };
  const listener = await openListener([...channels, hintChannel], {
    connection,
    onLost: () => setListening(false),
    onListening: () => setListening(true),
  });
  return {
    on: listener.on,
    onListening: handle => {
      handlers.push(handle);
      handle(isListening);
    },
    close: listener.close,
  };
}
