/** Failures of a network and of this code. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { atEnd } from '../../../../test/support/servers/clean-up.ts';
import { isNetworkFailure } from './is-network-failure.ts';

const catchFailure = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('it succeeded'),
    (error: unknown) => error,
  );

/**
 * Reads nothing, and answers with this text before it closes the connection.
 * Without a text, it never answers.
 */
async function startAnswering(text?: string): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => {}).resume();
    if (text !== undefined) socket.end(text, () => socket.destroySoon());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => new Promise(resolve => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Nobody listens there any more. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

test('a failed connection, an answer that is cut off and a wait that was ended are failures of the network', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nx';
  const server = await startAnswering(head);
  const failures = [
    async () => fetch(await closedAddress()),
    async () => fetch(await startAnswering('')),
    async () => fetch(await startAnswering('no HTTP')),
    async () => (await fetch(server)).text(),
    async () => fetch(server, { signal: AbortSignal.abort() }),
    async () => fetch(await startAnswering(), { signal: AbortSignal.timeout(1) }),
  ];
  for (const fail of failures) {
    const failure = await catchFailure(fail());
    assert.ok(isNetworkFailure(failure), inspect(failure));
  }
});

test('a mistake of this code, a text that is no JSON and a missing file are not failures of the network', async () => {
  const endless = (): number => endless() + 1;
  const mistakes = [async () => endless(), async () => JSON.parse('{'), () => readFile('/nowhere/at/all')];
  for (const mistake of mistakes) assert.ok(!isNetworkFailure(await catchFailure(mistake())));
  assert.ok(!isNetworkFailure('fetch failed'));
});
