/** A stream of server-sent events, as messages. It reconnects from the last event it received. */
import type { FromWorker, StreamAsked } from './worker-messages.ts';

export interface Events {
  /** Opens the stream, or reopens it if it was closed permanently. A different stream replaces the current one. */
  ask(asked: StreamAsked): void;
  isOpen(): boolean;
  close(): void;
}

/** `open` creates the browser's EventSource. */
export function openEventStream(
  send: (message: FromWorker) => void,
  open: (address: string) => EventSource = address => new EventSource(address),
): Events {
  let source: EventSource | undefined;
  let now: StreamAsked | undefined;
  let lastId = '';
  let wasOpen = false;
  const begin = (asked: StreamAsked): void => {
    source?.close();
    if (now?.user !== asked.user) [lastId, wasOpen] = ['', false];
    now = asked;
    const mine = open(goingOn(asked.address, lastId));
    source = mine;
    mine.onopen = () => {
      // Without a last event id the new stream starts at the present, so events may have been missed.
      if (wasOpen && lastId === '') send({ kind: 'anew' });
      wasOpen = true;
      send({ kind: 'state', isOpen: true });
    };
    mine.onerror = () => send({ kind: 'state', isOpen: false });
    for (const kind of ['task', 'deleted', 'balance', 'tokens', 'anew'] as const)
      mine.addEventListener(kind, event => {
        lastId = event.lastEventId || lastId;
        send(toMessage(kind, event));
      });
  };
  return {
    ask: asked => {
      const isSame = now?.address === asked.address && now.user === asked.user;
      if (!isSame || !source || source.readyState === source.CLOSED) begin(asked);
    },
    isOpen: () => source !== undefined && source.readyState === source.OPEN,
    close: () => source?.close(),
  };
}

/** Browsers resend the last event id only for the same EventSource; a new one needs it in the address. */
function goingOn(address: string, lastId: string): string {
  if (lastId === '') return address;
  return `${address}${address.includes('?') ? '&' : '?'}last_event_id=${lastId}`;
}

type EventName = 'task' | 'deleted' | 'balance' | 'tokens' | 'anew';

function toMessage(kind: EventName, event: MessageEvent): FromWorker {
  if (kind === 'anew' || kind === 'tokens') return { kind };
  const data = JSON.parse(event.data as string);
  return kind === 'deleted' ? { kind, data, change: Number(event.lastEventId) } : { kind, data };
}
