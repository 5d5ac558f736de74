import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { describeUnusable, StartError } from '../../platform/errors/start-error.ts';
import { rejectSharedConnections } from './outside-database.ts';

/**
 * A server with a minimum of PostgreSQL's protocol. It answers every query with a process
 * ID, as a pooler passes it on.
 */
async function answering(pids: () => number, key?: number): Promise<{ url: string; close: () => void }> {
  const server = createServer(socket => void serve(socket, pids, key));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://kinora@127.0.0.1:${port}/kinora`, close: () => server.close() };
}

function serve(socket: Socket, pid: () => number, key: number | undefined): void {
  socket.on('error', () => {});
  socket.on('data', (data: Buffer) => {
    const isStart = data.readUInt8(0) === 0;
    const keyMessages = key === undefined ? [] : [message('K', Buffer.concat([int(key), int(1)]))];
    if (isStart)
      socket.write(Buffer.concat([message('R', int(0)), ...keyMessages, message('Z', Buffer.from('I'))]));
    else if (String.fromCharCode(data.readUInt8(0)) === 'Q') socket.write(row(String(pid())));
  });
}

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const short = (value: number) => int(value).subarray(2);
const message = (type: string, body: Buffer) =>
  Buffer.concat([Buffer.from(type), int(body.length + 4), body]);

function row(pid: string): Buffer {
  const int4 = 23;
  const column = [Buffer.from('pid\0'), int(0), short(0), int(int4), short(4), int(-1), short(0)];
  return Buffer.concat([
    message('T', Buffer.concat([short(1), ...column])),
    message('D', Buffer.concat([short(1), int(pid.length), Buffer.from(pid)])),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ]);
}

test('a pooler that shares server connections is rejected with one sentence', async t => {
  let requestCount = 0;
  const pools = { 'one connection for all': () => 42, 'another one each time': () => ++requestCount };
  for (const [name, pids] of Object.entries(pools)) {
    // Poolers name a key of their own where PostgreSQL names its process.
    const pooler = await answering(pids, name === 'one connection for all' ? 7 : undefined);
    t.after(pooler.close);
    await assert.rejects(
      rejectSharedConnections({ connectionString: pooler.url }, 'DATABASE_URL'),
      (error: unknown) => error instanceof StartError && /DATABASE_DIRECT_URL/.test(error.message),
      name,
    );
  }
});

test('the error for an unwritable data folder says if the file system is read-only', () => {
  assert.match(describeUnusable('/data', 'EROFS'), /is on a read-only file system\. Mount it writable/);
  assert.match(describeUnusable('/data', 'EACCES'), /cannot be read and written \(EACCES\)/);
});
