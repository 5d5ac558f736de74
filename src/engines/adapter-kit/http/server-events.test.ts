/** Parsing of server-sent events of an engine. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { EngineError } from '../../contract/engine-error.ts';
import { readServerEvents, type ServerEvent } from './server-events.ts';

async function eventsIn(chunks: readonly (string | Uint8Array)[], maxBytes = 1000): Promise<ServerEvent[]> {
  const body = Readable.from(chunks.map(chunk => Buffer.from(chunk)));
  return Array.fromAsync(readServerEvents(body, maxBytes));
}

test('events are parsed across any chunk boundaries, with and without names', async () => {
  const text = ': hello\r\nevent: a\r\ndata: {"é":1}\r\n\r\ndata:one\ndata: two\n\n\nid: 7\n\ndata: end';
  const expected = [
    { name: 'a', data: '{"é":1}' },
    { name: '', data: 'one\ntwo' },
    { name: '', data: 'end' },
  ];
  const bytes = [...Buffer.from(text)].map(byte => Uint8Array.of(byte));
  for (const chunks of [[text], bytes]) assert.deepEqual(await eventsIn(chunks), expected);
});

test('a response without events has none, and an oversized one is an error', async () => {
  assert.deepEqual(await eventsIn([]), []);
  await assert.rejects(eventsIn(['data: ', 'x'.repeat(1000)]), EngineError);
});

test('a connection that breaks between events is an error after the complete ones', async () => {
  const receivedData: string[] = [];
  const body = Readable.from(
    (async function* () {
      yield Buffer.from('data: 1\n\ndata: 2');
      throw new Error('reset');
    })(),
  );
  const reading = (async () => {
    for await (const { data } of readServerEvents(body, 1000)) receivedData.push(data);
  })();
  await assert.rejects(
    reading,
    (error: EngineError) => error.code === 'engine_unavailable' && error.retryable && !error.notStarted,
  );
  assert.deepEqual(receivedData, ['1']);
});
