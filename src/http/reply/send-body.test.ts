/** The body of a download, over real sockets. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { systemClock } from '../../lib/clock.ts';
import { seededRandom } from '../../lib/random.ts';
import type { OpenFile } from '../../media/storage/storage.ts';
import { sendBody } from './send-body.ts';

/** More than the system keeps on its way between two sockets. */
const sizeBytes = 32 * 1024 * 1024 + 5;
const random = seededRandom(1);
const bytes = Buffer.from(
  Uint32Array.from({ length: sizeBytes / 4 + 1 }, () => random() * 2 ** 32).buffer,
).subarray(0, sizeBytes);

test('a client that pauses gets every byte as it is in the file', async () => {
  const { response, sent } = await download(fileOf(bytes));
  const hash = createHash('sha256');
  let received = 0;
  for await (const chunk of response) {
    hash.update(chunk);
    received += chunk.length;
    // Long enough for the server to go round its buffer many times, if it does not wait.
    if (received % 50 === 0) await new Promise(setImmediate);
  }
  await sent;
  assert.equal(received, sizeBytes);
  assert.equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
});

test('a client that goes away ends the sending', async () => {
  const { response, sent } = await download(fileOf(bytes));
  await once(response, 'readable');
  response.destroy();
  await sent;
});

test('a client that stalls loses its connection, one that is merely slow does not', async () => {
  const stalled = await download(fileOf(bytes), 300);
  await stalled.sent;
  await assert.rejects(once(stalled.response.resume(), 'end'), { code: 'ECONNRESET' });
  const stallTimeoutMs = 5_000;
  const slow = await download(fileOf(bytes), stallTimeoutMs);
  const patientUntil = systemClock.now() + stallTimeoutMs;
  let received = 0;
  for await (const chunk of slow.response) {
    received += chunk.length;
    if (systemClock.now() < patientUntil) await systemClock.sleep(20);
  }
  assert.ok(systemClock.now() >= patientUntil, 'all of it took longer than the server waits for a byte');
  assert.equal(received, sizeBytes);
});

test('a file that ends early is not passed off as a whole one', async () => {
  const { response, sent } = await download(fileOf(bytes.subarray(0, sizeBytes - 1)));
  response.resume();
  await assert.rejects(sent, /ends after 33554436 of 33554437 bytes/);
  await assert.rejects(once(response, 'end'), { code: 'ECONNRESET' });
});

function fileOf(content: Buffer): OpenFile {
  let position = 0;
  return {
    sizeBytes: content.length,
    read: async into => {
      const read = content.copy(into, 0, position);
      position += read;
      return read;
    },
    close: async () => {},
  };
}

/** `sent` is settled as the sending is; a response whose sending failed is broken off, as its caller does. */
async function download(
  file: OpenFile,
  stallTimeoutMs?: number,
): Promise<{ response: IncomingMessage; sent: Promise<void> }> {
  const { promise: sent, resolve, reject } = Promise.withResolvers<void>();
  sent.catch(() => {});
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-length': sizeBytes });
    sendBody(response, {
      socket: request.socket,
      file,
      sizeBytes,
      ...(stallTimeoutMs && { stallTimeoutMs }),
    }).then(
      () => {
        response.end();
        resolve();
      },
      error => {
        reject(error);
        response.destroy();
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
  return { response: response as IncomingMessage, sent };
}
