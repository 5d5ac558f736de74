/** Event streams: who may open one, how many, and what ends them. */
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { createToken, revokeToken } from '../../../src/core/accounts/change-token.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { until, type TestApp } from '../../support/servers/app.ts';
import { readEvents } from '../../support/clients/event-reader.ts';
import {
  acceptedClip,
  hanging,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: VideoClient;

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const newClip = async (json: object = hanging): Promise<string> =>
  acceptedClip(await client.create({ ...smallClip, ...json })).id;
const openStream = (path: string, key = kinora.videoKey, lastEventId?: string) =>
  readEvents(`${kinora.url}/v1/${path}`, key, lastEventId);

/** Requests a stream and closes the connection before it can begin. */
function leaveEarly(path: string, key: string): Promise<void> {
  const { port, hostname } = new URL(kinora.url);
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(`GET /v1/${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`, () => {
        socket.resetAndDestroy();
        resolve();
      });
    });
    socket.on('error', () => {});
  });
}

test('clients that leave before their stream begins use up no stream slots', async () => {
  const other = await anotherAccount(kinora);
  const { id } = acceptedClip(await videoClient(other).create({ ...smallClip, ...hanging }));
  for (const path of [`videos/${id}/events`, 'events']) {
    // While the database is slow, more of them disconnect before their stream begins.
    const lock = await kinora.app.db.pool.connect();
    await lock.query('begin');
    await lock.query('lock table outputs in access exclusive mode');
    await Promise.all(Array.from({ length: 120 }, () => leaveEarly(path, other.videoKey)));
    await lock.query('commit');
    lock.release();
    const readers = await until(
      () => Promise.all(Array.from({ length: 20 }, () => openStream(path, other.videoKey))),
      candidates => candidates.every(({ status }) => status === 200),
    );
    await Promise.all(readers.map(reader => reader.close()));
  }
  await videoClient(other).remove(id);
});

test('HEAD opens no stream', async () => {
  const id = await newClip();
  for (const path of ['events', `videos/${id}/events`]) {
    const answer = await fetch(`${kinora.url}/v1/${path}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${kinora.videoKey}` },
    });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'GET']);
  }
  await client.remove(id);
});

test('a stream ends when its key is revoked, and streams of other keys continue', async () => {
  const { rows } = await sql('select account_id from tasks limit 1');
  const accountId = rows[0].account_id;
  const createdToken = await createToken(kinora.app.db, { accountId, group: 'video', name: 'short' });
  assert.ok(createdToken);
  const [revokedStream, otherStream] = [
    await openStream('events', createdToken.key),
    await openStream('events'),
  ];
  assert.ok(await revokeToken(kinora.app.db, createdToken.token.id));
  assert.equal(await revokedStream.end, 'ended');
  const id = await newClip({ prompt: '{"check":"refuse"}' });
  await otherStream.when(() => otherStream.eventNames(id).includes('video.failed'));
  assert.deepEqual(revokedStream.eventNames(id), []);
  assert.equal((await openStream('events', createdToken.key)).status, 401);
  await otherStream.close();
});

test('a clip deleted while notifications were lost ends its stream when they resume', async () => {
  const id = await newClip();
  const reader = await openStream(`videos/${id}/events`);
  await reader.when(events => events.length > 0);
  await sql(`update tasks set deleted_at = now() where public_id = $1`, [id]);
  await sql(`update task_runs set cancel_requested = true where public_id = $1`, [id]);
  await sql(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kinora listener'`,
  );
  assert.equal(await reader.end, 'ended');
  assert.equal(reader.eventNames(id).at(-1), 'video.deleted');
});

test('a change numbered before but committed after the last one seen is not missed', async () => {
  const [slow, quick] = [await newClip(), await newClip()];
  const waitUntilRunning = (id: string) =>
    until(
      () => client.get(`videos/${id}`),
      ({ body }) => body.status === 'in_progress',
    );
  await Promise.all([waitUntilRunning(slow), waitUntilRunning(quick)]);
  const writer = await kinora.app.db.pool.connect();
  await writer.query('begin');
  await writer.query('update task_runs set progress = 5 where public_id = $1', [slow]);
  // Simulates changes of others in the meantime.
  await sql(`select nextval('task_change') from generate_series(1, 5000)`);
  const reader = await openStream('events');
  await sql('update task_runs set progress = 6 where public_id = $1', [quick]);
  kinora.app.db.hint('tasks', [quick]);
  await reader.when(events => events.some(({ data }) => data.id === quick));
  const lastEventId = reader.events.at(-1)?.id;
  await reader.close();
  await writer.query('commit');
  writer.release();
  const laterReader = await openStream('events', kinora.videoKey, lastEventId);
  await laterReader.when(events => events.some(({ data }) => data.id === slow && data.progress === 5));
  await laterReader.close();
  await Promise.all([client.remove(slow), client.remove(quick)]);
});

test('an invalid event number is rejected, and the number of another clip starts from the beginning', async () => {
  for (const path of ['events?last_event_id=abc', 'events?last_event_id=-1']) {
    const { status, body } = await client.get(path);
    assert.deepEqual([status, body.error.param], [400, 'last_event_id'], path);
  }
  assert.equal((await openStream('events', kinora.videoKey, 'abc')).status, 400);
  const id = await newClip({ prompt: '{"check":"refuse"}' });
  await client.end(id);
  const reader = await openStream(`videos/${id}/events?last_event_id=999999999`);
  assert.deepEqual([await reader.end, reader.eventNames(id)], ['ended', ['video.failed']]);
});
