/** A database with several hosts: the one that takes writes is found, and followed when it is another. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { openHosts } from '../../src/platform/db/hosts.ts';
import { atEnd } from '../support/servers/clean-up.ts';
import { freshDatabase, serverConnection } from '../support/servers/database.ts';
import { call, imageEnd, imagine, startTestApp, until } from '../support/servers/app.ts';

interface Host {
  readonly address: string;
  /** Nothing passes any more, and no new connection is accepted. Nobody is told. */
  vanish(): void;
}

/**
 * An address at which the database of the tests is. `isOpen`: false, until `appear`, as a
 * replica that is no primary yet.
 */
async function openHost(isOpen: boolean): Promise<Host & { appear(): void }> {
  const { host, port } = await serverConnection();
  const sockets = new Set<Socket>();
  let isThere = isOpen;
  const server = createServer(client => {
    client.on('error', () => {});
    sockets.add(client);
    if (!isThere) return client.destroy();
    const database = connect(`${host}/.s.PGSQL.${port}`);
    sockets.add(database);
    client
      .pipe(database)
      .on('error', () => {})
      .pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(async () => {
    for (const each of sockets) each.destroy();
    server.close();
  });
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    appear: () => {
      isThere = true;
    },
    vanish: () => {
      isThere = false;
      for (const each of sockets) each.unpipe().pause();
    },
  };
}

test('when the primary vanishes without a word and a replica takes over, tasks go on there', async () => {
  const [first, second] = [await openHost(true), await openHost(false)];
  const { user, password } = await serverConnection();
  const name = new URL(await freshDatabase()).pathname;
  const kinora = await startTestApp({
    settings: {
      DATABASE_URL: `postgres://${user}:${password}@${first.address},${second.address}${name}?target_session_attrs=read-write`,
    },
  });
  const before = await imagine(kinora, 'a tree --v 1');
  assert.equal((await imageEnd(kinora, before)).status, 'SUCCESS');
  first.vanish();
  second.appear();
  const { body } = await until(
    () => call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey, json: { prompt: 'a boat --v 1' } }),
    ({ body: answer }) => answer.code === 1,
  );
  assert.equal((await imageEnd(kinora, body.result)).status, 'SUCCESS');
  assert.equal((await imageEnd(kinora, before)).status, 'SUCCESS');
});

test('a host that is read-only is no primary', async () => {
  const [replica, primary] = [await openHost(true), await openHost(true)];
  const { user, password } = await serverConnection();
  const name = new URL(await freshDatabase()).pathname;
  const url = (host: Host, query = '') => `postgres://${user}:${password}@${host.address}${name}${query}`;
  const readOnly = url(replica, '?options=-c%20default_transaction_read_only%3Don');
  const hosts = openHosts([readOnly, url(primary)]);
  let moves = 0;
  hosts?.onMove(() => moves++);
  assert.equal(hosts?.url, readOnly);
  assert.deepEqual(await Promise.all([hosts?.find(), hosts?.find()]), [true, true]);
  assert.equal(hosts?.url, url(primary));
  assert.equal(await hosts?.find(), false);
  assert.equal(moves, 1);
});
