import { reason } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { askProbe } from './ask-probe.ts';
import type { HttpClient } from './http-client.ts';

const question = {
  path: '/lid',
  shape: z.object({ id: z.string() }),
  program: 'a teapot',
  advice: reason('url_check'),
  signal: new AbortController().signal,
};

function clientWith(status: number, body: string, headers = {}): HttpClient {
  const isOk = status === 200;
  const response = { status, isOk, headers, contentType: '', bytes: Buffer.from(body) };
  const send = async () => response;
  return { send, clean: (text: string) => text } as Partial<HttpClient> as HttpClient;
}

const strangers: readonly (readonly [number, string, RegExp])[] = [
  [404, '{}', /^this URL does not respond like a teapot: GET \/lid returned 404. Check the URL$/],
  [302, '', /returned 302/],
  [200, '<html>', /returned something else/],
  [200, '{"id":1}', /returned something else/],
  [500, '{"error":"no memory"}', /^it responded with status 500: no memory$/],
  [401, '', /^it rejected the secret$/],
];
for (const [status, body, message] of strangers)
  test(`a probe reports the problem for status ${status} and body ${body || '(empty)'}`, async () => {
    await assert.rejects(askProbe(clientWith(status, body), question), { message });
  });

test('a probe without a secret reports that one is required', async () => {
  const client = { ...clientWith(401, ''), hasSecret: false };
  await assert.rejects(askProbe(client, question), { message: 'it requires a secret, and none is set' });
});

test('the exception message of a server is included in the error', async () => {
  const client = clientWith(500, '', { exception_what: 'filesystem error: cannot increment' });
  await assert.rejects(askProbe(client, question), { message: /status 500: filesystem error/ });
});

test('a successful probe returns the parsed response', async () => {
  assert.deepEqual(await askProbe(clientWith(200, '{"id":"a","more":1}'), question), { id: 'a' });
});
