import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { openMailServer } from './mail-server.ts';

test('a mail server that says nothing does not keep a process from stopping', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const settings = { host: '127.0.0.1', port, isTls: false, user: undefined, password: undefined };
  const stopping = new AbortController();
  const mail = { subject: 'Hello', text: 'Hello', files: [], html: 'Hello' };
  const sending = openMailServer({ ...settings, from: 'kinora@example.com' }).send(
    'ann@example.com',
    mail,
    stopping.signal,
  );
  await once(silent, 'connection');
  stopping.abort();
  assert.deepEqual(await sending, { kind: 'retry', problem: 'the process stopped' });
  silent.close();
});
