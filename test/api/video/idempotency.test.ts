/**
 * Idempotency-Key on every POST of the video interface: one task per key, also for
 * concurrent requests and uploads.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { statement } from '../../../src/platform/db/statement.ts';
import { until, type Answer, type TestApp } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import {
  hanging,
  renderPng,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: VideoClient;
let parents: string[];

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
  parents = [];
  for (const prompt of ['one', 'two']) parents.push((await client.make({ ...smallClip, prompt })).id);
});

const headersWithKey = (key: string) => ({ 'idempotency-key': key });
const form = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  [
    ...Object.entries(hanging).map(([field, value]) => [field, String(value)] as const),
    ['input_reference', new File([bytes], name, { type: 'image/png' })],
  ] as const;

/** Every POST that creates a task, and a different request to the same path. */
function posts(): Record<
  string,
  [once: (key: string) => Promise<Answer>, other: (key: string) => Promise<Answer>]
> {
  const [first, second] = parents;
  const post = (path: string, json: object) => (key: string) => client.post(path, json, headersWithKey(key));
  const { prompt } = hanging;
  return {
    'a create': [post('videos', hanging), post('videos', { ...hanging, seconds: 3 })],
    'a remix': [
      post(`videos/${first}/remix`, { prompt }),
      post(`videos/${first}/remix`, { prompt, tier: 'relax' }),
    ],
    'a remix of another clip': [
      post(`videos/${first}/remix`, { prompt }),
      post(`videos/${second}/remix`, { prompt }),
    ],
    'an edit': [
      post('videos/edits', { prompt, video: { id: first } }),
      post('videos/edits', { prompt, video: { id: second } }),
    ],
    'an extension': [
      post('videos/extensions', { prompt, video: { id: first } }),
      post('videos/extensions', { prompt, video: { id: first }, seconds: 2 }),
    ],
    'an edit, then an extension': [
      post('videos/edits', { prompt, video: { id: first } }),
      post('videos/extensions', { prompt, video: { id: first } }),
    ],
  };
}

test('a repeat of any POST returns its task, also concurrently; a different request is rejected', async () => {
  for (const [index, [name, [send, other]]] of Object.entries(posts()).entries()) {
    const key = `key ${index}`;
    await waitUntilNothingIsHeld();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(key)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]), name);
    const { body } = answers[0] as Answer;
    assert.deepEqual(new Set(answers.map(answer => answer.body.id)), new Set([body.id]), name);
    const heldMicros = (await checkLedger(kinora)).heldMicros;
    assert.equal(heldMicros, BigInt(Math.round(Number(body.usage.amount) * 1e6)), name);
    const refusal = await other(key);
    assert.deepEqual([refusal.status, refusal.body.error?.code], [409, 'idempotency_conflict'], name);
    assert.equal(refusal.headers.get('x-should-retry'), 'false', name);
    await client.remove(body.id);
  }
});

const uploads = statement('test_uploads', 'select count(*)::int as count from uploads');

test("concurrent repeats with an upload are one task; the file's bytes count, not its name", async () => {
  const picture = await renderPng(10);
  const send = () => client.form('videos', form('a.png', picture), headersWithKey('upload'));
  const answers = await Promise.all(Array.from({ length: 10 }, send));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
  const [{ count } = { count: 0 }] = await kinora.app.db.query<{ count: number }>(uploads);
  assert.equal((await send()).body.id, answers[0]?.body.id);
  const [after] = await kinora.app.db.query<{ count: number }>(uploads);
  assert.equal(after?.count, count, 'a repeat stores nothing');
  const other = await client.form('videos', form('a.png', await renderPng(11)), headersWithKey('upload'));
  assert.deepEqual([other.status, other.body.error.code], [409, 'idempotency_conflict']);
  await client.remove(answers[0]?.body.id);
});

test('a repeat after the end returns the current record', async () => {
  const json = { ...smallClip, prompt: '{"check":"refuse"}' };
  const { body } = await client.create(json, headersWithKey('ended'));
  const record = await client.end(body.id);
  const repeatAnswer = await client.create(json, headersWithKey('ended'));
  assert.deepEqual([repeatAnswer.status, repeatAnswer.body], [200, record]);
});

test('a repeat whose clip was deleted returns 404 and creates no other', async () => {
  const { body } = await client.create(hanging, headersWithKey('deleted'));
  await client.remove(body.id);
  const before = (await client.ids()).length;
  const repeatAnswer = await client.create(hanging, headersWithKey('deleted'));
  assert.deepEqual([repeatAnswer.status, repeatAnswer.body.error?.code], [404, 'task_unknown']);
  assert.equal((await client.ids()).length, before);
});

test('a rejected request does not use up its key, and a quote ignores it', async () => {
  const refusal = await client.create({ ...hanging, seconds: 99 }, headersWithKey('refused'));
  assert.equal(refusal.status, 400);
  const { status, body } = await client.create(hanging, headersWithKey('refused'));
  assert.equal(status, 200);
  await client.remove(body.id);
  for (const seconds of [2, 3])
    assert.equal(
      (await client.post('videos/quote', { ...hanging, seconds }, headersWithKey('quote'))).status,
      200,
    );
});

test('after all these tests the ledger balances', async () => {
  await waitUntilNothingIsHeld();
  assert.deepEqual((await checkLedger(kinora)).problems, []);
});

async function waitUntilNothingIsHeld(): Promise<void> {
  await until(
    async () => String((await checkLedger(kinora)).heldMicros),
    micros => micros === '0',
  );
}
