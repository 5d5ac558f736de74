/// <reference lib="webworker" />
/** One event stream for all tabs of this browser. It closes when the last tab leaves. */
import type { MessageFromWorker, StreamRequest, MessageToWorker } from './worker-messages.ts';
import { openEventStream } from './event-stream.ts';

/** TypeScript types this file as part of a page, but it runs in a shared worker. */
declare const self: SharedWorkerGlobalScope;

/** The last heartbeat of each tab, and the user signed in there. */
const ports = new Map<MessagePort, { readonly heartbeatMs: number; readonly user: string }>();
/** Tabs that timed out. They may have missed events when they return. */
const timedOut = new WeakSet<MessagePort>();
/** Browsers throttle the timers of background tabs to one run per minute. */
const timeoutMs = 200_000;
const checkMs = 30_000;
/** The owner of the stream: the user of the tab that connected last. */
let user: string | undefined;

const events = openEventStream(message => {
  for (const [port, tab] of ports) if (tab.user === user) send(port, message);
});

self.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<MessageToWorker>) => {
    if (data.kind === 'leave') leave(port);
    else listen(port, data);
  };
};

function listen(port: MessagePort, { address, user: tabUser }: StreamRequest): void {
  const isNew = !ports.has(port) && !timedOut.has(port);
  // A tab that still belongs to the previous user must not take over the stream.
  if (!isNew && user !== undefined && tabUser !== user) return send(port, { kind: 'other user' });
  user = tabUser;
  ports.set(port, { heartbeatMs: performance.now(), user });
  if (timedOut.delete(port)) send(port, { kind: 'anew' });
  events.subscribe({ address, user });
  send(port, { kind: 'state', isOpen: events.isOpen() });
  for (const [otherPort, tab] of ports) if (tab.user !== user) send(otherPort, { kind: 'other user' });
}

/** Drops tabs that closed without sending `leave`. */
setInterval(() => {
  for (const [port, { heartbeatMs }] of ports)
    if (performance.now() - heartbeatMs > timeoutMs) {
      leave(port);
      timedOut.add(port);
    }
}, checkMs);

function leave(port: MessagePort): void {
  ports.delete(port);
  if (ports.size > 0) return;
  events.close();
  user = undefined;
}

function send(port: MessagePort, message: MessageFromWorker): void {
  port.postMessage(message);
}
