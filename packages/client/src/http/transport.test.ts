import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { clientVersion, Kinora } from '../index.ts';

test('an event stream ends with its signal, even after its request was collected as garbage', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-kinora-version': clientVersion });
    response.write('data: {"id":"one"}\n\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const leaving = new AbortController();
  const { videos } = new Kinora({ baseUrl: `http://127.0.0.1:${port}` });
  const events = videos.events({ signal: leaving.signal });
  assert.equal((await events.next()).value?.record.id, 'one');
  const next = events.next();
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await new Promise(resolve => setImmediate(resolve));
  }
  leaving.abort();
  assert.equal((await next).done, true);
  server.close();
  await once(server, 'close');
});
