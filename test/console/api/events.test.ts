/** The Console's event stream: task summaries, the balance, resuming, visibility, and what ends it. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import { statement } from '../../../src/platform/db/statement.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { imageEnd, imagine, until, type TestApp } from '../../support/servers/app.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { readEvents, type ReceivedEvent } from '../../support/clients/event-reader.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

type Client = Awaited<ReturnType<typeof signedIn>>;

let kinora: TestApp;
let other: TestApp;
let [owner, member, operator]: Client[] = [];

before(async () => {
  kinora = await startScriptedApp();
  other = await anotherAccount(kinora);
  owner = await signedIn(kinora, 'owner');
  member = await signedIn(kinora, 'member');
  operator = await signedIn(kinora, 'operator');
});

const openStream = (client: Client | undefined, query = '', lastEventId?: string) =>
  readEvents(`${kinora.url}/api/events${query}`, { cookie: client?.cookie ?? '' }, lastEventId);
const taskSucceeded = (id: string) => (events: readonly ReceivedEvent[]) =>
  events.some(({ name, data }) => name === 'task' && data.id === id && data.state === 'succeeded');
const tokenEvents = (events: readonly ReceivedEvent[]) =>
  events.filter(({ name }) => name === 'tokens').length;
const taskIds = (events: readonly ReceivedEvent[]) =>
  new Set(events.map(({ data }) => data.id).filter(Boolean));

test('a token change is announced on streams of its account and of operators, and on no others', async () => {
  const [ownerStream, operatorStream] = [await openStream(owner), await openStream(operator)];
  const foreign = await anotherAccount(kinora);
  await operatorStream.when(events => tokenEvents(events) === 2);
  const [{ account_id: accountId }] = (
    await kinora.app.db.pool.query('select account_id from tokens order by created_at limit 1')
  ).rows;
  await createToken(kinora.app.db, { accountId, group: 'image', name: 'announced' });
  await ownerStream.when(events => tokenEvents(events) > 0);
  assert.equal(tokenEvents(ownerStream.events), 1, `no tokens of the account ${foreign.accountId}`);
});

test('a stream sends each change of a task and the balance, and nothing of other accounts', async () => {
  const [ownerStream, operatorStream, memberStream] = [
    await openStream(owner),
    await openStream(operator, '?all=true'),
    await openStream(member),
  ];
  const foreign = await imagine(other, 'foreign');
  await imageEnd(other, foreign);
  const id = await imagine(kinora, '{"checks":20}');
  const streamEvents = await ownerStream.when(taskSucceeded(id));
  assert.deepEqual([...taskIds(streamEvents)], [id]);
  const states = streamEvents.filter(({ data }) => data.id === id).map(({ data }) => data.state);
  assert.ok(states.length > 2, 'intermediate states are sent too');
  assert.equal(states.at(-1), 'succeeded');
  const numbers = streamEvents.flatMap(event => (event.id === undefined ? [] : [Number(event.id)]));
  assert.deepEqual(
    numbers,
    numbers.toSorted((one, next) => one - next),
  );
  const finalBalance = (await owner?.run('account balance'))?.body;
  await ownerStream.when(events => {
    const balance = events.findLast(({ name }) => name === 'balance')?.data;
    return balance?.available === finalBalance.available && balance.held === '0.00';
  });
  await operatorStream.when(taskSucceeded(id));
  assert.deepEqual(taskIds(operatorStream.events), new Set([foreign, id]));
  assert.deepEqual(taskIds(memberStream.events), new Set());
  assert.equal((await openStream(owner, '?all=true')).status, 403);
  assert.equal((await openStream(undefined)).status, 401);
});

test('a client that resumes with an event id gets the events it missed, and no others', async () => {
  const first = await openStream(owner);
  const id = await imagine(kinora, 'before the gap');
  const events = await first.when(taskSucceeded(id));
  await first.close();
  const last = events.findLast(event => event.id !== undefined)?.id;
  const missedId = await imagine(kinora, 'in the gap');
  await imageEnd(kinora, missedId);
  const reopenedStream = await openStream(owner, '', last);
  const caughtUp = await reopenedStream.when(taskSucceeded(missedId));
  assert.equal(caughtUp.filter(({ data }) => data.id === missedId).length, 1, 'its current state, once');
  const newStream = await openStream(owner);
  const next = await imagine(kinora, 'after the gap');
  assert.deepEqual([...taskIds(await newStream.when(taskSucceeded(next)))], [next]);
});

const copies = statement(
  'test_console_copies',
  `insert into tasks select (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid(), 'public_id', 'copy' || number, 'idempotency_key', null))).*
   from tasks original, generate_series(1, 1001) number where original.public_id = $1`,
);

test('a client that missed more than a thousand changes is told to reload, and then continues', async () => {
  const otherAccount = await anotherAccount(kinora);
  const looker = await signedIn(kinora, 'owner', otherAccount.accountId);
  const id = await imagine(otherAccount, 'one of many');
  await imageEnd(otherAccount, id);
  const firstStream = await openStream(looker, '', '0');
  await firstStream.when(taskSucceeded(id));
  assert.ok(firstStream.events.every(({ name }) => name !== 'anew'));
  const before = firstStream.events.findLast(event => event.id !== undefined)?.id;
  await firstStream.close();
  await kinora.app.db.query(copies, [id]);
  const reopenedStream = await openStream(looker, '?last_event_id=0');
  const next = await imagine(otherAccount, 'after it');
  const streamEvents = await reopenedStream.when(taskSucceeded(next));
  assert.equal(streamEvents[0]?.name, 'anew');
  // Recent changes are repeated, because a transaction may still have been writing.
  assert.ok(Number(streamEvents[0]?.id) >= Number(before) + 1001);
  await reopenedStream.close();
  const resumedStream = await openStream(
    looker,
    '',
    streamEvents.findLast(event => event.id !== undefined)?.id,
  );
  const third = await imagine(otherAccount, 'and on');
  assert.ok((await resumedStream.when(taskSucceeded(third))).every(({ name }) => name !== 'anew'));
  const reader = await openStream(looker, '', '999999999999999');
  await reader.when(events => events[0]?.name === 'anew');
});

test('streams of the Console do not count against the streams that keys of the account may open', async () => {
  const crowd = await anotherAccount(kinora);
  const looker = await signedIn(kinora, 'owner', crowd.accountId);
  const readers = await Promise.all(Array.from({ length: 50 }, () => openStream(looker)));
  assert.ok(readers.every(({ status }) => status === 200));
  assert.equal((await looker.get('/api/events')).status, 429);
  const api = await readEvents(`${kinora.url}/v1/events`, crowd.videoKey);
  assert.equal(api.status, 200);
  const colleague = await openStream(await signedIn(kinora, 'member', crowd.accountId));
  assert.equal(colleague.status, 200);
  await Promise.all([...readers, api, colleague].map(reader => reader.close()));
});

test('events are in the requested language', async () => {
  const stream = await openStream(owner, '?language=zh');
  const id = await imagine(kinora, '{"check":"refuse"}');
  const failed = (events: readonly ReceivedEvent[]) =>
    events.find(({ data }) => data.id === id && data.state === 'failed');
  const failure = failed(await stream.when(events => failed(events) !== undefined));
  assert.match(failure?.data.error.message, /[\u4e00-\u9fff]/);
});

test('a star is sent to all open streams', async () => {
  const id = await imagine(kinora, 'to be starred');
  const record = await imageEnd(kinora, id);
  const stream = await openStream(owner);
  const heart = record.buttons.find(({ customId }: { customId: string }) => customId.includes('BOOKMARK'));
  assert.equal(heart, undefined, 'a grid has no such button');
  await owner?.run('task star', { task: id, starred: true });
  await stream.when(events => events.some(({ data }) => data.id === id && data.starred === true));
});

test('a stream ends with its session, however that ends', async () => {
  const leaving = await signedIn(kinora, 'member');
  const stream = await openStream(leaving);
  assert.equal(stream.status, 200);
  await leaving.remove('/api/session');
  assert.equal(await stream.end, 'ended');
  const disabled = await signedIn(kinora, 'member');
  const other = await openStream(disabled);
  assert.equal((await owner?.run('user disable', { user: disabled.email }))?.status, 200);
  assert.equal(await other.end, 'ended');
  assert.equal(
    (
      await until(
        () => openStream(disabled),
        () => true,
      )
    ).status,
    401,
  );
});

test('a queued task moves up on the stream when one before it leaves the queue', async () => {
  const taskIds: string[] = [];
  for (let n = 0; n < 7; n++) taskIds.push(await imagine(kinora, '{"check":"hang"}'));
  const queuedIds = taskIds.slice(4);
  const [first = '', , last = ''] = queuedIds;
  const readState = async (task: string) => (await operator?.run('task show', { task }))?.body.state;
  for (const task of taskIds)
    await until(
      () => readState(task),
      state => state === (queuedIds.includes(task) ? 'queued' : 'running'),
    );
  const stream = await openStream(owner);
  await owner?.run('task cancel', { task: first });
  const events = await stream.when(all => all.some(({ name }) => name === 'queue'));
  const { tasks } = events.find(({ name }) => name === 'queue')?.data ?? {};
  assert.deepEqual(
    tasks.find(({ id }: { id: string }) => id === last),
    { id: last, ahead: 1, away_since: null },
  );
  for (const task of taskIds) await owner?.run('task cancel', { task });
});
