/** A stream of server-sent events, as messages. The browser takes it up again by itself, from the event it saw last. */
import type { FromWorker } from './live-messages.ts';

export interface Events {
  /** It is this stream, and not one that was refused for good. */
  isFor(address: string): boolean;
  isOpen(): boolean;
  close(): void;
}

export function openEvents(address: string, tell: (message: FromWorker) => void): Events {
  const source = new EventSource(address);
  source.onopen = () => tell({ kind: 'state', isOpen: true });
  source.onerror = () => tell({ kind: 'state', isOpen: false });
  for (const kind of ['task', 'deleted', 'balance'] as const)
    source.addEventListener(kind, ({ data }) => tell({ kind, data: JSON.parse(data as string) }));
  return {
    isFor: asked => asked === address && source.readyState !== EventSource.CLOSED,
    isOpen: () => source.readyState === EventSource.OPEN,
    close: () => source.close(),
  };
}
