/** A stream of server-sent events, as messages. It reconnects from the last event it received. */
import type { MessageFromWorker, StreamRequest } from './worker-messages.ts';

export interface Events {
  /**
   * Opens the stream, or reopens it if it was closed permanently. A different
   * stream replaces the current one.
   */
  subscribe(request: StreamRequest): void;
  isOpen(): boolean;
  close(): void;
}

/** `open` creates the browser's EventSource. */
export function openEventStream(
  send: (message: MessageFromWorker) => void,
  open: (address: string) => EventSource = address => new EventSource(address),
): Events {
  let source: EventSource | undefined;
  let current: StreamRequest | undefined;
  let lastId = '';
  let wasOpen = false;
  const connect = (request: StreamRequest): void => {
    source?.close();
    if (current?.user !== request.user) [lastId, wasOpen] = ['', false];
    current = request;
    const newSource = open(resumeAddress(request.address, lastId));
    source = newSource;
    newSource.onopen = () => {
      // Without a last event id the new stream starts at the present, so events may have been missed.
      if (wasOpen && lastId === '') send({ kind: 'anew' });
      wasOpen = true;
      send({ kind: 'state', isOpen: true });
    };
    newSource.onerror = () => send({ kind: 'state', isOpen: false });
    for (const kind of ['task', 'deleted', 'balance', 'queue', 'tokens', 'local', 'anew'] as const)
      newSource.addEventListener(kind, event => {
        lastId = event.lastEventId || lastId;
        send(toMessage(kind, event));
      });
  };
  return {
    subscribe: request => {
      const isSame = current?.address === request.address && current.user === request.user;
      if (!isSame || !source || source.readyState === source.CLOSED) connect(request);
    },
    isOpen: () => source !== undefined && source.readyState === source.OPEN,
    close: () => source?.close(),
  };
}

/** Browsers resend the last event id only for the same EventSource; a new one needs it in the address. */
function resumeAddress(address: string, lastId: string): string {
  if (lastId === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}last_event_id=${lastId}`;
}

type EventName = 'task' | 'deleted' | 'balance' | 'queue' | 'tokens' | 'local' | 'anew';

function toMessage(kind: EventName, event: MessageEvent): MessageFromWorker {
  if (kind === 'anew' || kind === 'tokens' || kind === 'local') return { kind };
  const data = JSON.parse(event.data as string);
  return kind === 'deleted' ? { kind, data, change: Number(event.lastEventId) } : { kind, data };
}
