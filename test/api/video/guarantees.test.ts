/**
 * The guarantees of the video interface, by their number in its contract. 1 is in
 * test/api/video/openai-sdk.test.ts, 2 in test/api/video/python-sdk.test.ts, 8 in
 * test/api/video/models.test.ts, in tests whose names have the number. 10 is about an
 * engine that does not exist yet.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { statement } from '../../../src/platform/db/statement.ts';
import { call, startTestApp, until, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { scriptedCards } from '../../support/engines/cards.ts';
import { makeCrashingServer } from '../../support/crashes/crashing-server.ts';
import { startHookReceiver } from '../../support/clients/hook-receiver.ts';
import { startPictureServer } from '../../support/setups/picture-server.ts';
import { scriptedEngine } from '../../support/engines/scripted-engine.ts';
import { startScriptedServer } from '../../support/engines/scripted-server.ts';
import { verifyTasks } from '../../support/crashes/verify-tasks.ts';
import {
  acceptedClip,
  dataUrl,
  endless,
  hanging,
  renderPng,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';
import { inDepth } from '../../support/depth.ts';

let kinora: ScriptedApp;
let client: VideoClient;

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
});

const lostAnswer = 'after it asked, before it stored the answer';

const places = {
  'before it asks the engine': { event: 'taskLeased' },
  [lostAnswer]: { event: 'taskStarted' },
  'while the engine works': { call: 'check' },
  'during the download': { call: 'open' },
};

test('3: a kill at any point leaves exactly one video, at most one charge, and a delivered webhook', async t => {
  const [engine, receiver] = [await startScriptedServer(), await startHookReceiver()];
  const server = await makeCrashingServer(engine.url);
  const picture = await renderPng(70);
  const env = { KINORA_ALLOWED_NETWORKS: '127.0.0.1' };
  const ids: string[] = [];
  for (const [place, { event = '', call: fatalCall = '' }] of Object.entries<{
    event?: string;
    call?: string;
  }>(
    inDepth<Partial<typeof places>>({
      quick: { [lostAnswer]: places[lostAnswer] },
      full: places,
    }),
  ))
    await t.test(place, async () => {
      await server.start({ ...env, ...(event && { CRASH_AT: event }) });
      engine.onCall = step => void (step === fatalCall && server.kill());
      const form = [
        ...Object.entries({ ...smallClip, prompt: '{"checks":2}' }),
        ['webhook_url', `${receiver.url}/${ids.length}`],
        ['input_reference', new File([picture], 'a.png')],
      ].map(
        ([name, value]) => [name, value instanceof File ? value : String(value)] as [string, string | File],
      );
      const create = () =>
        videoClient(server as never).form('videos', form, { 'idempotency-key': `crash at ${place}` });
      const first = await create().catch(() => undefined);
      await server.waitForExit();
      engine.onCall = () => {};
      await server.start(env);
      const { id } = acceptedClip(await create());
      assert.ok(
        first === undefined || first.body.id === id,
        'a repeat after the crash returns the same clip',
      );
      ids.push(id);
      const after = videoClient(server as never);
      const record = await after.end(id);
      assert.deepEqual([record.status, record.usage.charged], ['completed', true], JSON.stringify(record));
      assert.deepEqual(await after.ids(), ids);
      assert.equal((await fetch(record.metadata.media_url)).status, 200);
      const path = `/${ids.length - 1}`;
      const hooks = await until(
        async () => receiver.hooks.filter(message => message.path === path),
        messages => messages.length > 0,
      );
      assert.deepEqual(new Set(hooks.map(message => message.id)).size, 1);
      assert.deepEqual([hooks[0]?.record.type, hooks[0]?.record.data.id], ['video.completed', id]);
      await server.stop();
    });
  const ends = await verifyTasks(server, ids, engine);
  assert.deepEqual(
    ends.map(({ phase, settles }) => [phase, settles]),
    ids.map(() => ['succeeded', 1]),
  );
});

const engineFaults = {
  'begun again when the engine forgot it once': ['{"check":"lose once"}', 'completed'],
  'failed when the engine forgets it each time': ['{"check":"lose"}', 'failed'],
  'failed when the engine says it failed': ['{"check":"fail"}', 'failed'],
  'begun again when the engine failed once': ['{"check":"fail once"}', 'completed'],
} as const;

test('4: after an engine restart a job is requeued or fails free of charge, never completed without a clip', async () => {
  const { chargedMicros } = await checkLedger(kinora);
  const ends = Object.entries(engineFaults).map(async ([faultName, [prompt, status]]) => {
    const { id } = acceptedClip(await client.create({ ...smallClip, prompt }));
    const record = await client.end(id);
    assert.equal(record.status, status, faultName);
    if (status === 'failed') assertUncharged(record);
    else assert.equal((await client.get(`videos/${id}/content`)).status, 200, faultName);
  });
  await Promise.all(ends);
  assert.equal((await checkLedger(kinora)).chargedMicros - chargedMicros, 2n * 60_000n);
});

test('4: an engine that goes away for good fails its jobs in time, without a charge', async () => {
  const lone = await startScriptedApp({ settings: { KINORA_TASK_TIMEOUT_SECONDS: '2' } });
  const { id } = acceptedClip(await videoClient(lone).create(hanging));
  await until(
    () => videoClient(lone).get(`videos/${id}`),
    ({ body }) => body.status === 'in_progress',
  );
  await lone.scriptedServer.close();
  assertUncharged(await videoClient(lone).end(id));
  assert.deepEqual((await checkLedger(lone)).chargedMicros, 0n);
  await lone.stop();
});

function assertUncharged(record: any): string {
  assert.equal(record.status, 'failed', JSON.stringify(record));
  assert.ok(record.error.message.length > 10);
  assert.ok(!('metadata' in record));
  assert.deepEqual([record.completed_at, record.expires_at], [null, null]);
  assert.deepEqual([record.usage.amount, record.usage.charged], ['0.00', false]);
  return record.error.code;
}

test('5: failed, cancelled, filtered and expired clips have error.message, no metadata and no charge', async () => {
  const slow = await startTestApp({
    engines: [scriptedEngine(kinora.scriptedServer.url, { slots: 1 })],
    cards: scriptedCards,
    settings: { KINORA_TASK_TIMEOUT_SECONDS: '2' },
  });
  const { create, end, post } = videoClient(slow);
  const readError = async (prompt: string) =>
    assertUncharged(await end(acceptedClip(await create({ ...smallClip, prompt })).id));
  assert.equal(await readError('{"start":"refuse"}'), 'engine_rejected');
  assert.equal(await readError('{"check":"refuse"}'), 'content_refused');
  assert.equal(await readError('{"lie":"no media"}'), 'engine_media_invalid');
  const startClip = async () => acceptedClip(await create(endless)).id;
  const [running, waiting, cancelled] = [await startClip(), await startClip(), await startClip()];
  await post(`videos/${cancelled}/cancel`);
  assert.equal(assertUncharged(await end(cancelled)), 'cancelled');
  for (const id of [running, waiting]) assert.equal(assertUncharged(await end(id)), 'timeout');
  const { chargedMicros, heldMicros, problems } = await checkLedger(slow);
  assert.deepEqual([chargedMicros, heldMicros, problems], [0n, 0n, []]);
  await slow.stop();
});

test('6: concurrent requests with one Idempotency-Key are one job; another body gets 409 without retry', async () => {
  const headers = { 'idempotency-key': 'six' };
  const [one, two] = await Promise.all([client.create(hanging, headers), client.create(hanging, headers)]);
  assert.equal(acceptedClip(one).id, acceptedClip(two).id);
  const other = await client.create({ ...hanging, seconds: 3 }, headers);
  assert.deepEqual(
    [other.status, other.body.error.code, other.headers.get('x-should-retry')],
    [409, 'idempotency_conflict', 'false'],
  );
  await client.remove(one.body.id);
});

const expire = statement(
  'test_expire_clip',
  `update tasks set expires_at = now() - interval '1 second' where public_id = $1`,
);

test('7: expired content returns 410 video_expired, and expires_at is set on completion', async () => {
  const { id, completed_at, expires_at, metadata } = await client.make({ ...smallClip, prompt: 'x' });
  assert.equal(expires_at - completed_at, 72 * 3600);
  await kinora.app.db.query(expire, [id]);
  for (const variant of ['video', 'thumbnail', 'spritesheet']) {
    const { status, body } = await client.get(`videos/${id}/content?variant=${variant}`);
    assert.deepEqual([status, body.error.code], [410, 'video_expired'], variant);
  }
  for (const url of [metadata.media_url, metadata.thumbnail_url])
    assert.equal((await fetch(url)).status, 410);
});

test('9: references that are private, redirected, too large or of another type never reach the engine', async () => {
  const pictures = await startPictureServer();
  const open = await startTestApp({
    engines: [scriptedEngine(kinora.scriptedServer.url)],
    cards: scriptedCards,
    settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' },
  });
  const redirectUrl = (url: string) => `${pictures.url}/away?${encodeURIComponent(url)}`;
  const tooLarge = Buffer.concat([await renderPng(1), new Uint8Array(11 * 1024 * 1024)]);
  const bad: [TestApp, unknown, RegExp][] = [
    ...[
      'http://127.0.0.1/a.png',
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      'http://[::1]/',
      'http://localhost/',
    ].map((url): [TestApp, unknown, RegExp] => [kinora, url, /not on the public internet|leads to/]),
    [kinora, `${pictures.url}/good.png`, /public internet/],
    ...[
      'http://10.0.0.1/a.png',
      'http://169.254.169.254/',
      'http://[::ffff:10.0.0.1]/',
      'file:///etc/passwd',
    ].map((url): [TestApp, unknown, RegExp] => [open, redirectUrl(url), /public internet|http/]),
    [open, `${pictures.url}/loop`, /redirects/],
    [open, `${pictures.url}/large.png`, /large|10 MB/],
    [open, `${pictures.url}/wide.png`, /8192/],
    [open, `${pictures.url}/page.html`, /html/],
    [open, `${pictures.url}/page.png`, /HTML page/],
    [open, `${pictures.url}/none`, /404/],
    [open, 'ftp://example.com/a.png', /./],
    [open, dataUrl(tooLarge), /10 MB/],
    [open, dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'), /SVG/],
    [open, dataUrl(await renderPng(1, { width: 4, height: 4 })), /at least 8/],
    [open, { file_id: 'file-1' }, /file IDs are not supported/],
  ];
  const calls = kinora.scriptedServer.calls.length;
  for (const [app, reference, message] of bad)
    for (const [field, more] of [
      ['input_reference', smallClip],
      ['reference_images', { model: 'sketch-cast' }],
    ] as const) {
      const value = field === 'reference_images' ? [reference] : reference;
      const json = { ...more, prompt: 'x', [field]: value };
      const { status, body } = await call(`${app.url}/v1/videos`, { key: app.videoKey, json });
      const summary = `${JSON.stringify(reference).slice(0, 80)}: ${JSON.stringify(body)}`;
      assert.equal(status, 400, summary);
      assert.equal(body.error.param.split('.')[0], field, summary);
      assert.match(body.error.message, message, summary);
    }
  assert.deepEqual(await videoClient(open).ids(), []);
  assert.equal(kinora.scriptedServer.calls.length, calls);
  await open.stop();
});
