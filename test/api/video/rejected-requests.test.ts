/** What a rejected, invalid or deleted request leaves behind: nothing charged, stored or delivered. */
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { before, test } from 'node:test';
import { createToken, revokeToken } from '../../../src/core/accounts/change-token.ts';
import type { Statement } from '../../../src/platform/db/statement.ts';
import { AppError } from '@kinora/shared/errors/errors';
import { eraseWords } from '../../../src/api/image/tasks/erase-words.ts';
import { sweepExpired } from '../../../src/media/storage/retention.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { call, until, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { startHookReceiver } from '../../support/clients/hook-receiver.ts';
import {
  acceptedClip,
  dataUrl,
  hanging,
  renderPng,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

const starSettings = { hours: 0, quotaBytes: 0, retentionHours: 72 };

let kinora: TestApp;
let client: VideoClient;
let accountId: string;

before(async () => {
  kinora = await startScriptedApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
  client = videoClient(kinora);
  ({
    rows: [{ id: accountId }],
  } = await sql('select id from accounts'));
});

const sql = (text: string, values: unknown[] = []): Promise<{ rows: any[] }> =>
  kinora.app.db.pool.query(text, values);
const clip = { ...smallClip, prompt: 'x' };
const picture = async () => dataUrl(await renderPng(3));
const sweep = () =>
  sweepExpired({
    eraseWords,
    db: kinora.app.db,
    storage: kinora.app.storage,
    events: { filesSwept: () => {} } as never,
    starredFiles: starSettings,
  });

test('a clip deleted while its files are saved is cancelled without a charge, and its files are deleted', async () => {
  const { storage } = kinora.app as { storage: { put: unknown } };
  const put = storage.put as (...args: unknown[]) => Promise<void>;
  const putStarted = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  storage.put = async (...args: unknown[]) => {
    putStarted.resolve();
    await gate.promise;
    return put.apply(storage, args);
  };
  const { id } = acceptedClip(await client.create(clip));
  await putStarted.promise;
  assert.equal((await client.remove(id)).status, 200);
  storage.put = put;
  gate.resolve();
  const readTask = () =>
    sql('select phase, charged_micros, expires_at <= now() as expired from tasks where public_id = $1', [id]);
  const { rows } = await until(readTask, task => task.rows[0].phase !== 'open');
  assert.deepEqual(rows, [{ phase: 'cancelled', charged_micros: 0n, expired: true }]);
});

test('the response for an accepted clip whose record cannot be read tells clients not to retry', async () => {
  const db = kinora.app.db as {
    query: (statement: Statement, values?: readonly unknown[]) => Promise<unknown>;
  };
  const { query } = db;
  db.query = async (statement, values) => {
    if (statement.name !== 'view_task') return query(statement, values);
    db.query = query;
    throw new AppError('database_unavailable');
  };
  const before = await client.ids();
  const answer = await client.create(hanging);
  assert.deepEqual([answer.status, answer.headers.get('x-should-retry')], [503, 'false']);
  const newIds = (await client.ids()).filter(id => !before.includes(id));
  assert.equal(newIds.length, 1);
  await client.remove(String(newIds[0]));
});

test('a rejected clip leaves no upload that blocks the next', async () => {
  const waiting = async () =>
    (await sql('select count(*)::int as count from uploads where expires_at > now()')).rows[0].count;
  const before = await waiting();
  const poor = videoClient(await anotherAccount(kinora, 10_000n));
  const answer = await poor.create({ ...clip, input_reference: await picture() });
  assert.equal(answer.status, 402);
  assert.equal(await waiting(), before);
  const key = { 'idempotency-key': 'pictures' };
  const body = { ...clip, input_reference: await picture() };
  const [first, second] = await Promise.all([client.create(body, key), client.create(body, key)]);
  assert.equal(acceptedClip(first).id, acceptedClip(second).id);
  assert.equal(await waiting(), before + 1);
  assert.equal((await client.end(first.body.id)).status, 'completed', 'the image of the first is stored');
});

test('a clip can be changed after its input image has expired, but not after it has expired itself', async () => {
  const { id } = await client.make({ ...clip, input_reference: await picture() });
  await sql(`update uploads set expires_at = now() - interval '1 s'`);
  await sweep();
  const more = acceptedClip(await client.post('videos/extensions', { video: { id }, seconds: 2 }));
  assert.equal((await client.end(more.id)).status, 'completed');
  await sql(`update tasks set expires_at = now() - interval '1 s' where public_id = $1`, [id]);
  for (const path of [`videos/${id}/remix`, 'videos/edits']) {
    const { status, body } = await client.post(path, {
      prompt: 'y',
      ...(path.endsWith('edits') && { video: { id } }),
    });
    assert.deepEqual([status, body.error.code], [410, 'parent_expired']);
  }
});

test('a remix of a clip from several images costs the same, also a remix of the remix', async () => {
  const pictures = await Promise.all([1, 2, 3, 4].map(async red => dataUrl(await renderPng(red))));
  const cast = { model: 'sketch-cast', resolution: '480p', aspect_ratio: '1:1', prompt: 'x' };
  const { id, usage } = await client.make({ ...cast, reference_images: pictures });
  const remix = await client.make({ prompt: 'y' }, `videos/${id}/remix`);
  const secondRemix = await client.make({ prompt: 'z' }, `videos/${remix.id}/remix`);
  assert.deepEqual([remix.usage.amount, secondRemix.usage.amount], [usage.amount, usage.amount]);
});

test('the sweep erases the images of a task, and also the prompt if the task was deleted', async () => {
  const { id } = await client.make({ ...clip, prompt: 'a secret', input_reference: await picture() });
  await sql(`update tasks set recipe = '{"big": true}' where public_id = $1`, [id]);
  await client.remove(id);
  await sweep();
  const { rows } = await sql(
    `select recipe, job ? 'inputs' as inputs, job ->> 'prompt' as prompt, files_deleted_at is not null as swept from tasks where public_id = $1`,
    [id],
  );
  assert.deepEqual(rows, [{ recipe: null, inputs: false, prompt: '', swept: true }]);
});

test('an accepted clip keeps what it starts from until it has ended, whatever is deleted or expires', async () => {
  const parent = await client.make({ ...clip, input_reference: await picture() });
  const extension = { prompt: hanging.prompt, video: { id: parent.id }, seconds: 2 };
  const open = [
    acceptedClip(await client.post('videos/extensions', extension)),
    acceptedClip(await client.create({ ...hanging, input_reference: await picture() })),
  ];
  const stored = async () => (await Array.fromAsync(kinora.app.storage.list())).length;
  await client.remove(parent.id);
  await sql(`update uploads set expires_at = now() - interval '1 s'`);
  await sweep();
  const { rows } = await sql('select recipe, files_deleted_at from tasks where public_id = $1', [parent.id]);
  assert.notEqual(rows[0].recipe, null);
  assert.equal(rows[0].files_deleted_at, null);
  const { rows: uploads } = await sql('select from uploads where files_deleted_at is null');
  assert.equal(uploads.length, 1, 'the image of the open clip, not that of the finished one');
  assert.equal(
    (await client.get(`videos/${parent.id}/content`)).status,
    404,
    'the deleted clip is gone for clients',
  );

  const before = await stored();
  for (const { id } of open) await client.end((await client.post(`videos/${id}/cancel`)).body.id);
  await sweep();
  assert.ok((await stored()) < before);
  const { rows: left } = await sql(
    'select from tasks where expires_at <= now() and files_deleted_at is null',
  );
  assert.deepEqual(left, []);
});

test('a task whose parent is gone all the same fails at once, with the reason', async () => {
  const parent = await client.make(clip);
  await sql(
    `insert into engines (name, drained_at, drained_by) values ('scripted', now(), 'test')
     on conflict (name) do update set drained_at = now(), drained_by = 'test'`,
  );
  const next = acceptedClip(await client.post('videos/extensions', { video: { id: parent.id }, seconds: 2 }));
  await sql(`update tasks set files_deleted_at = now(), recipe = null where public_id = $1`, [parent.id]);
  await sql('update engines set drained_at = null, drained_by = null');
  const { error, usage } = await client.end(next.id);
  assert.deepEqual([error.code, usage.charged], ['input_expired', false]);
});

test('a webhook can be redelivered after its clip has ended, but not before and not after a deletion', async () => {
  const receiver = await startHookReceiver();
  const running = acceptedClip(await client.create({ ...hanging, webhook_url: `${receiver.url}/a` })).id;
  const redeliver = async (id: string, hook: string) =>
    (await client.post(`videos/${id}/webhooks/${hook}/redeliver`)).status;
  const readHook = async (id: string) => (await client.get(`videos/${id}/webhooks`)).body.data[0];
  const { id: hook } = await readHook(running);
  assert.equal(await redeliver(running, hook), 409);
  await client.post(`videos/${running}/cancel`);
  await until(
    () => readHook(running),
    ({ state }) => state === 'delivered',
  );
  assert.equal(await redeliver(running, hook), 200);
  await until(
    () => readHook(running),
    ({ state, attempts }) => state === 'delivered' && attempts.length === 2,
  );
  assert.deepEqual(
    receiver.hooks.map(({ record }) => record.type),
    ['video.failed', 'video.failed'],
  );
  await client.remove(running);
  assert.equal(await redeliver(running, hook), 404);
});

test('a media URL with altered characters in its file name returns 404', async () => {
  const { metadata } = await client.make(clip);
  const { pathname } = new URL(metadata.media_url);
  const key = pathname.replace(/^\/media\/|\.mp4$/g, '');
  assert.equal((await fetch(`${kinora.url}${pathname}`)).status, 200);
  for (const name of [
    `${key}.%22;x=%22.mp4`,
    `${key}.%0d%0aX-Evil:1.mp4`,
    `${key}.%E4%B8%AD.mp4`,
    `${key}.a.mp4`,
  ])
    for (const method of ['GET', 'HEAD'])
      assert.equal((await fetch(`${kinora.url}/media/${name}`, { method })).status, 404, `${method} ${name}`);
});

test('a poll that is answered after its key was revoked does not enter the cache', async () => {
  const { id } = await client.make(clip);
  const createdToken = await createToken(kinora.app.db, {
    accountId,
    group: 'video',
    name: 'short',
    scope: 'account',
  });
  assert.ok(createdToken);
  // In a language that was not requested before, so that the record is read from the database.
  const headers = { 'accept-language': 'zh' };
  const poll = () => call(`${kinora.url}/v1/videos/${id}`, { key: createdToken.key, headers });
  assert.equal((await call(`${kinora.url}/v1/videos`, { key: createdToken.key })).status, 200);
  const lock = await kinora.app.db.pool.connect();
  await lock.query('begin');
  await lock.query('lock table outputs in access exclusive mode');
  const slow = poll();
  const isWaiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock'`;
  await until(
    () => sql(isWaiting),
    ({ rows }) => rows[0].count > 0,
  );
  assert.ok(await revokeToken(kinora.app.db, createdToken.token.id));
  await until(
    () => call(`${kinora.url}/v1/models`, { key: createdToken.key }),
    ({ status }) => status === 401,
  );
  await lock.query('commit');
  lock.release();
  assert.equal((await slow).status, 200, 'it was polled before');
  assert.equal((await poll()).status, 401);
});

test('a form whose parts are too large in total is rejected, and one with a 17 MB clip is read', async () => {
  const field = Buffer.alloc(15 * 1024 * 1024, 97);
  const answer = await sendForm(Array.from({ length: 40 }, (_, index) => [`f${index}`, field] as const));
  assert.match(answer, /^(413|.*(ECONNRESET|EPIPE))/);
  const big = new Blob([new Uint8Array(17 * 1024 * 1024)], { type: 'video/mp4' });
  const edit = await client.form('videos/edits', [
    ['prompt', 'x'],
    ['video', big],
  ]);
  assert.deepEqual([edit.status, edit.body.error.param], [400, 'video'], 'the form was parsed');
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});

/** Returns status and body, or the error of the connection. */
function sendForm(fields: readonly (readonly [string, Buffer])[]): Promise<string> {
  const { port, hostname } = new URL(kinora.url);
  const headers = {
    authorization: `Bearer ${kinora.videoKey}`,
    'content-type': 'multipart/form-data; boundary=b',
  };
  return new Promise(resolve => {
    const request = httpRequest({ port, hostname, method: 'POST', path: '/v1/videos', headers });
    request.on('response', response => {
      resolve(String(response.statusCode));
      response.resume();
      request.destroy();
    });
    request.on('error', error => resolve(String(error)));
    for (const [name, bytes] of fields) {
      request.write(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`);
      request.write(bytes);
      request.write('\r\n');
    }
    request.end('--b--\r\n');
  });
}
