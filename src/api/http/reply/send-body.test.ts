/** Sending the body of a download, over real sockets. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { systemClock } from '@kinora/shared/clock';
import { seededRandom } from '@kinora/sketch/random';
import type { OpenFile } from '../../../media/storage/open-file.ts';
import { dropUnread } from '../request/drop-unread.ts';
import { sendBody } from './send-body.ts';

/** A size that is more than the system buffers between two sockets. */
const sizeBytes = 32 * 1024 * 1024 + 5;
const random = seededRandom(1);
const bytes = Buffer.from(
  Uint32Array.from({ length: sizeBytes / 4 + 1 }, () => random() * 2 ** 32).buffer,
).subarray(0, sizeBytes);

test('a client that pauses receives every byte of the file', async () => {
  const { response, transfer } = await download(openBuffer(bytes));
  const hash = createHash('sha256');
  let receivedBytes = 0;
  for await (const chunk of response) {
    hash.update(chunk);
    receivedBytes += chunk.length;
    // Long enough for a server that does not wait to overwrite its buffer many times.
    if (receivedBytes % 50 === 0) await new Promise(setImmediate);
  }
  await transfer;
  assert.equal(receivedBytes, sizeBytes);
  assert.equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
});

test('sending ends when the client disconnects', async () => {
  const { response, transfer } = await download(openBuffer(bytes));
  await once(response, 'readable');
  response.destroy();
  await transfer;
});

test('a stalled client is disconnected, and a slow one is not', async () => {
  const stalledDownload = await download(openBuffer(bytes), 300);
  await stalledDownload.transfer;
  await assert.rejects(once(stalledDownload.response.resume(), 'end'), { code: 'ECONNRESET' });
  const stallTimeoutMs = 5_000;
  const slow = await download(openBuffer(bytes), stallTimeoutMs);
  const patientUntil = systemClock.now() + stallTimeoutMs;
  let receivedBytes = 0;
  for await (const chunk of slow.response) {
    receivedBytes += chunk.length;
    if (systemClock.now() < patientUntil) await systemClock.sleep(20);
  }
  assert.ok(systemClock.now() >= patientUntil, 'the download took longer than the stall timeout');
  assert.equal(receivedBytes, sizeBytes);
});

test('a file that ends early aborts the response', async () => {
  const { response, transfer } = await download(openBuffer(bytes.subarray(0, sizeBytes - 1)));
  response.resume();
  await assert.rejects(transfer, /ends after 33554436 of 33554437 bytes/);
  await assert.rejects(once(response, 'end'), { code: 'ECONNRESET' });
});

function openBuffer(content: Buffer): OpenFile {
  let position = 0;
  return {
    sizeBytes: content.length,
    read: async buffer => {
      const readBytes = content.copy(buffer, 0, position);
      position += readBytes;
      return readBytes;
    },
    close: async () => {},
  };
}

/** `transfer` settles when sending ends. If sending fails, the response is aborted, as callers do. */
async function download(
  file: OpenFile,
  stallTimeoutMs?: number,
): Promise<{ response: IncomingMessage; transfer: Promise<void> }> {
  const { promise: transfer, resolve, reject } = Promise.withResolvers<void>();
  transfer.catch(() => {});
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-length': sizeBytes });
    sendBody(response, {
      socket: request.socket,
      file,
      sizeBytes,
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
  if (stallTimeoutMs) dropUnread(server, stallTimeoutMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const [response] = await once(get({ port, host: '127.0.0.1', agent: false }), 'response');
  return { response: response as IncomingMessage, transfer };
}
