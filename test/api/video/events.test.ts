/**
 * Server-sent events of a clip and of an account: in order and without a gap, also when the stream breaks.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { statement } from '../../../src/platform/db/statement.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { call, startTestApp, until } from '../../support/servers/app.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { readEvents, type EventReader } from '../../support/clients/event-reader.ts';
import { killDatabase } from '../../support/crashes/kill-database.ts';
import {
  acceptedClip,
  hanging,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';
import { stopAt } from '../../support/setups/stop-at.ts';

let kinora: ScriptedApp;
let client: VideoClient;

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
});

const account = (lastEventId?: string) => readEvents(`${kinora.url}/v1/events`, kinora.videoKey, lastEventId);
const ofClip = (id: string, lastEventId?: string) =>
  readEvents(`${kinora.url}/v1/videos/${id}/events`, kinora.videoKey, lastEventId);
const newClip = async (json: object = hanging): Promise<string> =>
  acceptedClip(await client.create({ ...smallClip, ...json })).id;
const cancel = (id: string) => client.post(`videos/${id}/cancel`);
const waitForEvent = (reader: EventReader, id: string, name: string) =>
  reader.when(() => reader.eventNames(id).includes(name));
const failing = { prompt: '{"check":"refuse"}' };

test('a stream of a clip sends each change once and in order, ends with the final event, and closes', async () => {
  const id = await newClip({ prompt: '{"checks":12}' });
  const reader = await ofClip(id);
  assert.equal(await reader.end, 'ended');
  assert.equal(reader.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  assert.equal(reader.headers.get('cache-control'), 'no-store');
  const ids = reader.events.map(event => Number(event.id));
  assert.deepEqual(
    ids,
    [...new Set(ids)].sort((a, b) => a - b),
  );
  const progress = reader.events.map(({ data }) => data.progress);
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  );
  for (const { name, data } of reader.events) assert.equal(name, `video.${data.status}`);
  const last = reader.events.at(-1);
  assert.equal(last?.name, 'video.completed');
  assert.deepEqual(last?.data, (await client.get(`videos/${id}`)).body);
});

test('a stream of a finished clip sends the final event, and 204 to a client that has received it', async () => {
  const id = await newClip(failing);
  await client.end(id);
  const first = await ofClip(id);
  assert.deepEqual([await first.end, first.eventNames(id)], ['ended', ['video.failed']]);
  const secondReader = await ofClip(id, first.events[0]?.id);
  assert.deepEqual([secondReader.status, await secondReader.end, secondReader.events], [204, 'ended', []]);
  const byAddress = `videos/${id}/events?last_event_id=${first.events[0]?.id}`;
  assert.equal((await client.get(byAddress)).status, 204);
});

test('a stream of an account covers the clips of that account, starting with the next event', async () => {
  const other = await anotherAccount(kinora);
  const old = await newClip(failing);
  await client.end(old);
  const [reader, otherReader] = [
    await account(),
    await readEvents(`${kinora.url}/v1/events`, other.videoKey),
  ];
  const mine = await newClip(failing);
  const theirs = acceptedClip(await videoClient(other).create({ ...smallClip, ...failing })).id;
  await waitForEvent(reader, mine, 'video.failed');
  await waitForEvent(otherReader, theirs, 'video.failed');
  assert.deepEqual(
    [reader.eventNames(old), reader.eventNames(theirs), otherReader.eventNames(mine)],
    [[], [], []],
  );
  await Promise.all([reader.close(), otherReader.close()]);
});

test("a clip that is unknown or another account's, or a request without a valid key, gets no stream", async () => {
  const foreign = videoClient(await anotherAccount(kinora));
  const theirs = acceptedClip(await foreign.create(hanging)).id;
  const answers = [
    await client.get(`videos/${theirs}/events`),
    await client.get('videos/video_none/events'),
    await call(`${kinora.url}/v1/events`, { key: kinora.imageKey }),
    await call(`${kinora.url}/v1/events`),
  ];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 403, 401],
  );
  await foreign.remove(theirs);
});

test('resuming with Last-Event-ID misses nothing: clips created, changed, finished or deleted meanwhile', async () => {
  const [ending, deleted] = [await newClip(), await newClip()];
  const first = await account('0');
  for (const id of [ending, deleted]) await waitForEvent(first, id, 'video.in_progress');
  const lastEventId = first.events.at(-1)?.id;
  await first.close();
  await cancel(ending);
  await client.end(ending);
  const newClipId = await newClip();
  await until(
    () => client.get(`videos/${newClipId}`),
    ({ body }) => body.status === 'in_progress',
  );
  await client.remove(deleted);
  const second = await account(lastEventId);
  await waitForEvent(second, ending, 'video.failed');
  await waitForEvent(second, newClipId, 'video.in_progress');
  await waitForEvent(second, deleted, 'video.deleted');
  await second.close();
  await cancel(newClipId);
});

test("a deletion reaches every stream, whether it knew the clip or not, and ends the clip's own stream", async () => {
  const [running, old] = [await newClip(), await newClip(failing)];
  await client.end(old);
  const [reader, one] = [await account(), await ofClip(running)];
  await waitForEvent(one, running, 'video.in_progress');
  for (const id of [running, old]) {
    await client.remove(id);
    await waitForEvent(reader, id, 'video.deleted');
  }
  await waitForEvent(one, running, 'video.deleted');
  assert.equal(await one.end, 'ended');
  await reader.close();
});

const backends = statement(
  'test_cut_listeners',
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'kinora listener'`,
);

test('changes made while notifications are lost are sent when they resume', async () => {
  for (let round = 0; round < 3; round++) {
    const reader = await account();
    await kinora.app.db.query(backends);
    const id = await newClip(failing);
    await waitForEvent(reader, id, 'video.failed');
    await reader.close();
  }
});

const copies = statement(
  'test_copies',
  `insert into tasks select (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'public_id', 'video_copy' || number))).*
   from tasks original, generate_series(1, 2500) number where original.public_id = $1`,
);

test('a resume over thousands of changes sends all of them', async () => {
  const reader = await account();
  const id = await newClip(failing);
  await waitForEvent(reader, id, 'video.failed');
  const lastEventId = reader.events.at(-1)?.id;
  await reader.close();
  await kinora.app.db.query(copies, [id]);
  const laterReader = await account(lastEventId);
  await laterReader.when(events => new Set(events.map(({ data }) => data.id)).size >= 2500);
  await laterReader.close();
});

test('an account can open fifty streams, and another one after closing one', async () => {
  // A new account, because a closed stream of another test may still be counted.
  const other = await anotherAccount(kinora);
  const account = () => readEvents(`${kinora.url}/v1/events`, other.videoKey);
  const readers = await Promise.all(Array.from({ length: 50 }, account));
  assert.deepEqual(
    readers.filter(({ status }) => status !== 200),
    [],
  );
  const refusal = await videoClient(other).get('events');
  assert.deepEqual([refusal.status, refusal.body.error.code], [429, 'streams_too_many']);
  await readers[0]?.close();
  const nextReader = await until(account, ({ status }) => status === 200);
  await Promise.all([...readers, nextReader].map(reader => reader.close()));
});

test('a stream continues or can be resumed after the database was killed', async () => {
  const server = await makeCrashingServer(kinora.scriptedServer.url, { hasOwnPostgres: true });
  await server.start();
  const serverClient = videoClient(server as never);
  const url = `${server.url}/v1/events`;
  const first = await readEvents(url, server.videoKey);
  const { id } = acceptedClip(await serverClient.create({ ...smallClip, prompt: '{"checks":60}' }));
  await waitForEvent(first, id, 'video.in_progress');
  assert.ok(killDatabase(server.dataDir));
  await serverClient.end(id);
  const hasEnded = () => first.eventNames(id).includes('video.completed');
  let isOver = false;
  void first.end.then(() => {
    isOver = true;
  });
  await until(
    async () => isOver || hasEnded(),
    isTold => isTold,
  );
  const second = await readEvents(url, server.videoKey, first.events.at(-1)?.id);
  if (!hasEnded()) await waitForEvent(second, id, 'video.completed');
  await Promise.all([first.close(), second.close()]);
  await server.stop();
});

test('a clip that nobody has begun is deleted in one step, and a stopping server ends streams and idle connections', async () => {
  const other = await startTestApp({ cards: scriptedCards, settings: { KINORA_ROLE: 'api' } });
  const otherClient = videoClient(other);
  const [deleted, remaining] = [
    acceptedClip(await otherClient.create(hanging)).id,
    acceptedClip(await otherClient.create(hanging)).id,
  ];
  const streams = await Promise.all(
    ['events', `videos/${deleted}/events`, `videos/${remaining}/events`].map(path =>
      readEvents(`${other.url}/v1/${path}`, other.videoKey),
    ),
  );
  const { arrival, resume } = stopAt('delete a task');
  const deletion = otherClient.remove(deleted);
  await arrival;
  assert.equal((await otherClient.get(`videos/${deleted}`)).body.status, 'queued');
  resume();
  assert.equal((await deletion).status, 200);
  assert.equal(await streams[1]?.end, 'ended');
  assert.deepEqual(streams[1]?.eventNames(deleted), ['video.queued', 'video.deleted']);

  const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const closed = once(socket.resume(), 'close');
  await other.stop();
  assert.deepEqual(await Promise.all(streams.map(stream => stream.end)), ['ended', 'ended', 'ended']);
  // A browser's preconnects, for example.
  await closed;
});
