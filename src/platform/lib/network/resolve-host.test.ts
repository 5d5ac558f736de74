/** Resolves host names over real sockets. */
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { resolveHost } from './resolve-host.ts';

const never = new AbortController().signal;

test('a query to an unresponsive name server ends with its signal', async t => {
  const server = createSocket('udp4').bind(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const controller = new AbortController();
  const request = once(server, 'message');
  const resolving = resolveHost('slow.example', controller.signal, [`127.0.0.1:${server.address().port}`]);
  await request;
  controller.abort();
  await assert.rejects(resolving, { code: 'ECANCELLED' });
});

test('names of this machine are known without DNS', async () => {
  const nobody = ['127.0.0.1:1'];
  assert.ok((await resolveHost('localhost', never, nobody)).includes('127.0.0.1'));
});
