import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MessageFromWorker } from './worker-messages.ts';
import { openEventStream } from './event-stream.ts';

/** A fake EventSource that tests control. */
class Source extends EventTarget {
  readonly OPEN = 1;
  readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | undefined;
  onerror: (() => void) | undefined;
  readonly address: string;
  constructor(address: string) {
    super();
    this.address = address;
  }
  open(): void {
    this.readyState = this.OPEN;
    this.onopen?.();
  }
  fail(): void {
    this.readyState = this.CLOSED;
    this.onerror?.();
  }
  close(): void {
    this.readyState = this.CLOSED;
  }
  emit(kind: string, lastEventId: string): void {
    this.dispatchEvent(new MessageEvent(kind, { data: '{"id":"1"}', lastEventId }));
  }
}

function openStream() {
  const sources: Source[] = [];
  const messages: MessageFromWorker[] = [];
  const events = openEventStream(
    message => messages.push(message),
    address => {
      const source = new Source(address);
      sources.push(source);
      return source as Partial<EventSource> as EventSource;
    },
  );
  return { events, sources, messages, kinds: () => messages.map(({ kind }) => kind) };
}

const request = { address: '/api/events?language=en', user: 'a' };

test('a stream that failed resumes after the last event received', () => {
  const { events, sources, kinds } = openStream();
  events.subscribe(request);
  events.subscribe(request);
  sources[0]?.open();
  sources[0]?.emit('task', '17');
  sources[0]?.emit('balance', '');
  sources[0]?.fail();
  events.subscribe(request);
  assert.deepEqual(
    sources.map(({ address }) => address),
    ['/api/events?language=en', '/api/events?language=en&last_event_id=17'],
  );
  sources[1]?.open();
  assert.deepEqual(kinds(), ['state', 'task', 'balance', 'state', 'state'], 'nothing was missed');
});

test('without a last event id, everything is refetched after a gap', () => {
  const { events, sources, kinds } = openStream();
  events.subscribe(request);
  sources[0]?.open();
  sources[0]?.fail();
  events.subscribe(request);
  sources[1]?.open();
  assert.deepEqual(kinds(), ['state', 'state', 'anew', 'state']);
});

test('another user gets a new stream', () => {
  const { events, sources, messages } = openStream();
  events.subscribe(request);
  sources[0]?.open();
  sources[0]?.emit('deleted', '17');
  assert.deepEqual(messages.at(-1), { kind: 'deleted', data: { id: '1' }, change: 17 });
  events.subscribe({ ...request, user: 'b' });
  assert.equal(sources[0]?.readyState, 2);
  assert.equal(sources[1]?.address, request.address);
});
