/// <reference lib="webworker" />
/** One stream of events for all tabs of this browser. Tabs come and go; the stream ends with the last. */
import type { FromWorker, ToWorker } from './live-messages.ts';
import { openEvents, type Events } from './open-events.ts';

/** When each tab was heard last. */
const ports = new Map<MessagePort, number>();
const quietMs = 60_000;
let events: Events | undefined;

(self as unknown as SharedWorkerGlobalScope).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind === 'leave') return leave(port);
    ports.set(port, performance.now());
    if (events?.isFor(data.address)) return port.postMessage({ kind: 'state', isOpen: events.isOpen() });
    events?.close();
    events = openEvents(data.address, message => ports.forEach((_, listener) => send(listener, message)));
  };
};

/** A tab that was closed without a word says nothing any more. */
setInterval(() => {
  for (const [port, heardMs] of ports) if (performance.now() - heardMs > quietMs) leave(port);
}, quietMs);

function leave(port: MessagePort): void {
  ports.delete(port);
  if (ports.size > 0) return;
  events?.close();
  events = undefined;
}

function send(port: MessagePort, message: FromWorker): void {
  port.postMessage(message);
}
