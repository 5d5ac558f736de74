/** Organizing tasks: stars, collections, deleting and restoring. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { eraseWords } from '../../../src/api/image/tasks/erase-words.ts';
import { sweepExpired } from '../../../src/media/storage/retention.ts';
import type { TaskRecord } from '../../../src/api/procedures/records/task-record.ts';
import { call, imagine, createImage, until, type TestApp } from '../../support/servers/app.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { imageClient } from '../../support/clients/image-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

const starSettings = { hours: 0, quotaBytes: 0, retentionHours: 72 };

type Client = Awaited<ReturnType<typeof signedIn>>;

let kinora: TestApp;
let owner: Client;
let member: Client;
let stranger: Client;

before(async () => {
  kinora = await startScriptedApp();
  owner = await signedIn(kinora, 'owner');
  member = await signedIn(kinora, 'member');
  const { accountId } = await anotherAccount(kinora);
  stranger = await signedIn(kinora, 'owner', accountId);
});

const sql = (text: string, values: unknown[] = []) => kinora.app.db.pool.query(text, values);
const makeImage = (prompt: string) => createImage(kinora, prompt);
const listIds = async (client: Client, input: object = {}): Promise<string[]> =>
  (await client.run('task list', { ...input })).body.data.map(({ id }: TaskRecord) => id);

test('a star is the bookmark of the image interface and can be removed', async () => {
  const client = imageClient(kinora);
  const solo = await client.pressAndWait(await client.make('imagine', { prompt: 'a star --v 1' }), 'U1');
  await client.press(solo, '❤️');
  assert.deepEqual(await listIds(owner, { starred: 'true' }), [solo.id]);
  assert.equal((await owner.run('task facets')).body.starred, 1);
  assert.deepEqual((await owner.run('task star', { task: solo.id, starred: false })).body, {
    id: solo.id,
    starred: false,
  });
  assert.deepEqual(await listIds(owner, { starred: 'true' }), []);
  const readHeartStyle = () =>
    client.fetch(solo.id).then(({ buttons }) => buttons.find(({ emoji }) => emoji === '❤️')?.style);
  assert.equal(await readHeartStyle(), 2);
  await owner.run('task star', { task: solo.id });
  await until(readHeartStyle, style => style === 3);
  for (const other of [member, stranger])
    assert.equal((await other.run('task star', { task: solo.id })).body.error.code, 'task_unknown');
});

test('collections hold tasks, have unique names, and belong to one account', async () => {
  const [one, two] = [await makeImage('collected one --v 1'), await makeImage('collected two --v 1')];
  const { body } = await owner.run('collection create', { name: 'Foxes' });
  assert.equal((await owner.run('collection create', { name: 'FOXES' })).body.error.code, 'collection_taken');
  const tasks = [one, two, 'unknown'];
  assert.deepEqual((await owner.run('collection add', { collection: body.id, tasks })).body, { count: 2 });
  assert.deepEqual((await owner.run('collection add', { collection: body.id, tasks })).body, { count: 0 });
  assert.deepEqual(await listIds(owner, { collection: body.id }), [two, one]);
  assert.equal((await owner.run('task facets', { collection: body.id })).body.total, 2);
  const [collection] = (await owner.run('collection list')).body.data;
  assert.deepEqual([collection.name, collection.count], ['Foxes', 2]);
  assert.equal((await fetch(`${kinora.url}${collection.cover}`)).status, 200);
  assert.deepEqual((await owner.run('task show', { task: one })).body.collections, [body.id]);
  const [ofMember] = (await member.run('collection list')).body.data;
  assert.deepEqual([ofMember.count, ofMember.cover], [0, null], 'a member does not see the tasks of others');
  assert.deepEqual(await listIds(member, { collection: body.id }), []);
  assert.deepEqual((await stranger.run('collection list')).body.data, []);
  for (const [name, more] of Object.entries({
    add: { tasks },
    remove: { tasks },
    rename: { name: 'Mine' },
    delete: {},
  })) {
    const answer = await stranger.run(`collection ${name}`, { collection: body.id, ...more });
    assert.equal(answer.body.error.code, 'collection_unknown', name);
  }
  assert.equal(
    (await stranger.run('task list', { collection: body.id })).body.error.code,
    'collection_unknown',
  );
  const foreign = (await stranger.run('collection create', { name: 'Foxes' })).body;
  assert.deepEqual((await stranger.run('collection add', { collection: foreign.id, tasks })).body, {
    count: 0,
  });
  assert.deepEqual((await owner.run('collection remove', { collection: body.id, tasks: [one] })).body, {
    count: 1,
  });
  await owner.run('collection rename', { collection: body.id, name: 'Red foxes' });
  assert.equal((await owner.run('collection list')).body.data[0].name, 'Red foxes');
  await owner.run('collection delete', { collection: body.id });
  assert.deepEqual((await owner.run('collection list')).body.data, []);
  assert.ok((await listIds(owner)).includes(two), 'the tasks remain');
});

test('a member renames and deletes only their own collections, an owner all of the account', async () => {
  const { body: ofOwner } = await owner.run('collection create', { name: 'of the owner' });
  const { body: ofMember } = await member.run('collection create', { name: 'of the member' });
  for (const [name, more] of [
    ['rename', { name: 'taken over' }],
    ['delete', {}],
  ] as const)
    assert.equal(
      (await member.run(`collection ${name}`, { collection: ofOwner.id, ...more })).body.error.code,
      'not_allowed',
    );
  const renaming = await member.run('collection rename', { collection: ofMember.id, name: 'mine' });
  assert.equal(renaming.body.name, 'mine');
  assert.equal((await owner.run('collection delete', { collection: ofMember.id })).status, 200);
  const ownCollection = (await member.run('collection create', { name: 'own' })).body;
  assert.equal((await member.run('collection delete', { collection: ownCollection.id })).status, 200);
  const operator = await signedIn(kinora, 'operator', stranger.accountId);
  const ownCollections = (await operator.run('collection list')).body.data;
  assert.ok(ownCollections.every(({ account }: { account: string }) => account === operator.accountId));
  const accountCollections = (await operator.run('collection list', { account: owner.accountId })).body.data;
  assert.deepEqual(
    accountCollections.map(({ id }: { id: string }) => id),
    [ofOwner.id],
  );
  await owner.run('collection delete', { collection: ofOwner.id });
});

test('an account can have at most two hundred collections', async () => {
  const account = stranger.accountId;
  await sql(
    `insert into collections (id, account_id, name) select gen_random_uuid(), $1, 'c' || n from generate_series(1, 199) n`,
    [account],
  );
  assert.equal(
    (await stranger.run('collection create', { name: 'more' })).body.error.code,
    'collections_too_many',
  );
});

test('a deleted task disappears everywhere, and can be restored within a minute', async () => {
  const client = imageClient(kinora);
  const [one, two] = [await makeImage('to be deleted --v 1'), await makeImage('to be deleted too --v 1')];
  const waiting = await imagine(kinora, '{"check":"hang"}');
  const tasks = [one, two, waiting];
  assert.deepEqual((await stranger.run('task delete', { tasks })).body, { deleted: 0 });
  const before = (await owner.run('task show', { task: one })).body;
  assert.deepEqual(
    (await owner.run('task delete', { tasks })).body,
    { deleted: 2 },
    'only tasks that have ended',
  );
  assert.deepEqual(await listIds(owner, { q: 'deleted' }), []);
  assert.equal((await owner.run('task show', { task: one })).body.error.code, 'task_unknown');
  await until(
    () => call(`${kinora.url}/mj/task/${one}/fetch`, { key: kinora.imageKey }),
    ({ body }) => body?.status !== 'SUCCESS',
  );
  assert.deepEqual((await owner.run('task undelete', { tasks: [one] })).body, { restored: 1 });
  const { change: _, ...after } = (await owner.run('task show', { task: one })).body;
  const { change: __, ...expectedTask } = before;
  assert.deepEqual(after, expectedTask);
  assert.equal((await client.fetch(one)).status, 'SUCCESS');
  await sql("update tasks set deleted_at = now() - interval '61 s' where public_id = $1", [two]);
  assert.deepEqual((await owner.run('task undelete', { tasks: [two] })).body, { restored: 0 });
  await owner.run('task cancel', { task: waiting });
});

test('when the files of a deleted task are swept, its prompt and phases are erased too', async () => {
  const id = await makeImage('a secret wish --v 1');
  await owner.run('task delete', { tasks: [id] });
  await sql('update tasks set expires_at = now() where public_id = $1', [id]);
  const { db, storage } = kinora.app;
  await sweepExpired({
    db,
    storage,
    events: { filesSwept: () => {} } as never,
    starredFiles: starSettings,
    eraseWords,
  });
  const { rows } = await sql(
    `select job::text || wire::text || prompt as told, (select count(*)::int from task_prompts where task_id = tasks.id) as words,
       (select count(*)::int from task_phases where task_id = tasks.id) as phases from tasks where public_id = $1`,
    [id],
  );
  assert.ok(!rows[0].told.includes('secret'), rows[0].told);
  assert.deepEqual([rows[0].words, rows[0].phases], [0, 0]);
  assert.deepEqual((await owner.run('task undelete', { tasks: [id] })).body, { restored: 0 });
});

test('the prompt of a task deleted after its sweep is erased once it can no longer be restored', async () => {
  const { db, storage } = kinora.app;
  const sweep = () =>
    sweepExpired({
      db,
      storage,
      events: { filesSwept: () => {} } as never,
      starredFiles: starSettings,
      eraseWords,
    });
  const id = await makeImage('a late secret --v 1');
  await sql("update tasks set expires_at = now() - interval '1 s' where public_id = $1", [id]);
  await sweep();
  const readTexts = async () => {
    const { rows } = await sql(
      `select job::text || wire::text || prompt as told, (select count(*)::int from task_prompts where task_id = tasks.id) as words
       from tasks where public_id = $1`,
      [id],
    );
    return [rows[0].told.includes('late secret'), rows[0].words];
  };
  assert.deepEqual(await readTexts(), [true, 1], 'kept until the task is deleted');
  await owner.run('task delete', { tasks: [id] });
  await sweep();
  assert.deepEqual(await readTexts(), [true, 1], 'kept while the task can be restored');
  await sql(
    "update tasks set deleted_at = deleted_at - interval '71 s', files_deleted_at = files_deleted_at - interval '72 s' where public_id = $1",
    [id],
  );
  assert.equal(await sweep(), 0, 'the files are not swept twice');
  assert.deepEqual(await readTexts(), [false, 0]);
  const { rows } = await sql('select count(*)::int as count from tasks where deleted_at > files_deleted_at');
  assert.equal(rows[0].count, 0);
});
