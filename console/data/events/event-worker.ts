/// <reference lib="webworker" />
/** One event stream for all tabs of this browser. It closes when the last tab leaves. */
import type { FromWorker, StreamAsked, ToWorker } from './worker-messages.ts';
import { openEventStream } from './event-stream.ts';

/** TypeScript types this file as part of a page, but it runs in a shared worker. */
declare const self: SharedWorkerGlobalScope;

/** The last heartbeat of each tab, and the user signed in there. */
const ports = new Map<MessagePort, { readonly heardMs: number; readonly user: string }>();
/** Tabs that timed out. They may have missed events when they return. */
const givenUp = new WeakSet<MessagePort>();
/** Browsers throttle the timers of background tabs to one run per minute. */
const quietMs = 200_000;
const checkMs = 30_000;
/** The owner of the stream: the user of the tab that connected last. */
let user: string | undefined;

const events = openEventStream(message => {
  for (const [port, tab] of ports) if (tab.user === user) send(port, message);
});

self.onconnect = ({ ports: [port] }) => {
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if (data.kind === 'leave') leave(port);
    else listen(port, data);
  };
};

function listen(port: MessagePort, { address, user: asking }: StreamAsked): void {
  const isNew = !ports.has(port) && !givenUp.has(port);
  // A tab that still belongs to the previous user must not take over the stream.
  if (!isNew && user !== undefined && asking !== user) return send(port, { kind: 'other user' });
  user = asking;
  ports.set(port, { heardMs: performance.now(), user });
  if (givenUp.delete(port)) send(port, { kind: 'anew' });
  events.ask({ address, user });
  send(port, { kind: 'state', isOpen: events.isOpen() });
  for (const [other, tab] of ports) if (tab.user !== user) send(other, { kind: 'other user' });
}

/** Drops tabs that closed without sending `leave`. */
setInterval(() => {
  for (const [port, { heardMs }] of ports)
    if (performance.now() - heardMs > quietMs) {
      leave(port);
      givenUp.add(port);
    }
}, checkMs);

function leave(port: MessagePort): void {
  ports.delete(port);
  if (ports.size > 0) return;
  events.close();
  user = undefined;
}

function send(port: MessagePort, message: FromWorker): void {
  port.postMessage(message);
}
