/// <reference lib="webworker" />
/** One stream of events for all tabs of this browser. Tabs come and go; the stream ends with the last. */
import type { FromWorker, StreamAsked, ToWorker } from './worker-messages.ts';
import { openEventStream } from './event-stream.ts';

/** TypeScript takes the file for a page's, although a shared worker runs it. */
declare const self: SharedWorkerGlobalScope;

/** When each tab was heard last, and who is signed in there. */
const ports = new Map<MessagePort, { readonly heardMs: number; readonly user: string }>();
/** Those that were given up may have missed something when they come back. */
const givenUp = new WeakSet<MessagePort>();
/** Browsers let a tab in the background speak once a minute only. */
const quietMs = 200_000;
const checkMs = 30_000;
/** Whose stream it is: of the tab that came last. */
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
  // A tab that does not know yet that somebody else signed in would take the stream for its own.
  if (!isNew && user !== undefined && asking !== user) return send(port, { kind: 'other user' });
  user = asking;
  ports.set(port, { heardMs: performance.now(), user });
  if (givenUp.delete(port)) send(port, { kind: 'anew' });
  events.ask({ address, user });
  send(port, { kind: 'state', isOpen: events.isOpen() });
  for (const [other, tab] of ports) if (tab.user !== user) send(other, { kind: 'other user' });
}

/** A tab that was closed without a word says nothing any more. */
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
