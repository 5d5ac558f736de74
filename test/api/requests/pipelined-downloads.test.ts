/** Downloads that a client pipelines on one connection. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { imageEnd, imagine, until } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

/** As many as may wait on one connection. */
const count = 16;

test('pipelined downloads open one file at a time and all arrive, and a disconnect closes all files', async () => {
  const kinora = await startScriptedApp();
  const { imageUrl } = await imageEnd(kinora, await imagine(kinora, '{"checks":1} --v 1'));
  const { storage } = kinora.app;
  const openFile = storage.open;
  let [openCount, maxOpen, openings] = [0, 0, 0];
  storage.open = async (...args) => {
    const file = await openFile.apply(storage, args);
    if (!file) return file;
    maxOpen = Math.max(maxOpen, ++openCount);
    openings++;
    let isOpen = true;
    const close = async () => {
      await file.close();
      if (isOpen) openCount--;
      isOpen = false;
    };
    return { ...file, read: buffer => file.read(buffer), close };
  };
  const { port, pathname } = new URL(imageUrl);
  const text = `GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(count);
  const socket = connect(Number(port), '127.0.0.1');
  let answers = 0;
  socket.on('data', chunk => (answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1));
  socket.write(text);
  await until(
    async () => answers,
    all => all === count,
  );
  assert.deepEqual([openings, maxOpen], [count, 1]);
  socket.destroy();
  const secondSocket = connect(Number(port), '127.0.0.1');
  secondSocket.on('error', () => {});
  secondSocket.write(text, () => secondSocket.destroy());
  await until(
    async () => openCount,
    count => count === 0,
  );
  // The queued responses find their connection closed, so the server can stop.
  await kinora.stop();
});
