/** Operations on clips: remix, edit, extend, delete. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { probeClip } from '../../../src/media/clip/clip.ts';
import { signedIn } from '../../support/clients/console-client.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { until } from '../../support/servers/app.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import {
  acceptedClip,
  dataUrl,
  hanging,
  renderPng,
  smallClip,
  videoClient,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: ScriptedApp;
let client: VideoClient;
let parent: any;

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
  parent = await client.make({ ...smallClip, prompt: 'a lake', seconds: 3, audio: true, tier: 'turbo' });
});

const downloadClip = async (id: string) => {
  const response = await fetch(`${kinora.url}/v1/videos/${id}/content`, {
    headers: { authorization: `Bearer ${kinora.videoKey}` },
  });
  return new Uint8Array(await response.arrayBuffer());
};

test('a remix and an edit name their parent, keep size, length, sound and tier, and cost as much', async () => {
  const json = { prompt: 'a lake at night' };
  const records = [
    await client.make(json, `videos/${parent.id}/remix`),
    await client.make({ ...json, video: { id: parent.id } }, 'videos/edits'),
  ];
  for (const record of records) {
    const { id, remixed_from_video_id: from, seconds, size, usage, prompt, model } = record;
    assert.notEqual(id, parent.id);
    assert.deepEqual([from, seconds, size, prompt], [parent.id, '3', '480x480', 'a lake at night']);
    assert.deepEqual([usage, model], [parent.usage, parent.model]);
    const { durationMs, sound } = await probeClip(await downloadClip(id));
    assert.deepEqual([durationMs, sound?.codec, record.metadata.audio], [3000, 'aac', true]);
  }
  const cheap = acceptedClip(await client.post(`videos/${parent.id}/remix`, { prompt: 'x', tier: 'relax' }));
  assert.equal(cheap.usage.amount, '0.06');
  await client.remove(cheap.id);
});

test('an extension has the total length, costs the added seconds, and can be extended up to the limit', async () => {
  const video = { id: parent.id };
  const record = await client.make(
    { prompt: 'snow', seconds: '2', video, tier: 'fast' },
    'videos/extensions',
  );
  assert.deepEqual([record.seconds, record.remixed_from_video_id], ['5', parent.id]);
  assert.deepEqual([record.usage.quantity, record.usage.amount, record.prompt], [2, '0.08', 'snow']);
  assert.equal((await probeClip(await downloadClip(record.id))).durationMs, 5000);
  const extension = { seconds: 10, video: { id: record.id } };
  const longer = acceptedClip(await client.post('videos/extensions', extension));
  assert.deepEqual([longer.seconds, longer.prompt], ['15', 'snow']);
  await client.remove(longer.id);
  const invalidRequests: [object, RegExp][] = [
    [{ seconds: 11 }, /from 2 to 10/],
    [{ seconds: 'more' }, /from 2 to 10/],
    [{ fps: 24 }, /Allowed: .*seconds/],
  ];
  for (const [fields, message] of invalidRequests) {
    const { status, body } = await client.post('videos/extensions', { video, ...fields });
    assert.equal(status, 400);
    assert.equal(body.error.param, Object.keys(fields)[0]);
    assert.match(body.error.message, message);
  }
});

test('an accepted extension keeps its source, although the clip is deleted before it begins', async () => {
  const operator = await signedIn(kinora, 'operator');
  const source = await client.make({ ...smallClip, prompt: 'sailboats', seconds: 2 });
  await operator.done('engine drain', { engine: 'scripted' });
  const body = { prompt: 'go on', seconds: '2', video: { id: source.id } };
  const { id } = acceptedClip(await client.post('videos/extensions', body));
  await client.remove(source.id);
  await operator.done('engine resume', { engine: 'scripted' });
  const record = await until(
    async () => (await client.get(`videos/${id}`)).body,
    ({ status }) => status === 'completed' || status === 'failed',
  );
  assert.deepEqual([record.status, record.seconds], ['completed', '4']);
});

test('a clip cannot exceed the length limit of its model, and some models cannot extend', async () => {
  const setSeconds = (id: string, seconds: number) =>
    kinora.app.db.query(
      {
        name: 'test_set_seconds',
        text: `update tasks set job = jsonb_set(job, '{seconds}', to_jsonb($2::int)) where public_id = $1`,
      },
      [id, seconds],
    );
  const { id } = await client.make({ ...smallClip, prompt: 'x' });
  await setSeconds(id, 25);
  const { status, body } = await client.post('videos/extensions', { video: { id }, seconds: 6 });
  assert.deepEqual([status, body.error.param], [400, 'seconds']);
  assert.match(body.error.message, /31 seconds.*maximum of sketch-motion is 30/);
  const short = { model: 'sketch-short', prompt: 'x', resolution: '480p', aspect_ratio: '1:1' };
  const other = await client.make(short);
  const refusal = await client.post('videos/extensions', { video: { id: other.id } });
  assert.deepEqual([refusal.status, refusal.body.error.param], [400, 'video']);
});

test("a clip that is missing, in progress, failed or another account's cannot be changed", async () => {
  const foreign = videoClient(await anotherAccount(kinora));
  const theirs = await foreign.make({ ...smallClip, prompt: 'x' });
  const running = acceptedClip(await client.create(hanging));
  const failed = acceptedClip(await client.create({ ...smallClip, prompt: '{"check":"refuse"}' }));
  await client.end(failed.id);
  const cases: [unknown, number, string][] = [
    [{ id: 'video_none' }, 404, 'task_unknown'],
    [{ id: theirs.id }, 404, 'task_unknown'],
    [{ id: running.id }, 409, 'parent_not_ready'],
    [{ id: failed.id }, 409, 'parent_not_ready'],
    [dataUrl(await renderPng(1)), 404, 'task_unknown'],
    [{}, 400, 'field_invalid'],
    [undefined, 400, 'field_invalid'],
    [7, 400, 'field_invalid'],
    [{ file_id: 'file-1' }, 400, 'field_invalid'],
  ];
  for (const [video, status, code] of cases)
    for (const path of ['videos/edits', 'videos/extensions']) {
      const answer = await client.post(path, { prompt: 'x', ...(video !== undefined && { video }) });
      assert.deepEqual(
        [answer.status, answer.body.error.code, answer.body.error.param],
        [status, code, 'video'],
      );
    }
  const stranger = await client.form('videos/edits', [
    ['prompt', 'x'],
    ['video', new File([await renderPng(3)], 'a.png')],
  ]);
  assert.deepEqual([stranger.status, stranger.body.error.param], [400, 'video']);
  const foreignFileAnswer = await foreign.form('videos/edits', [
    ['prompt', 'x'],
    ['video', new File([await downloadClip(parent.id)], 'a.mp4')],
  ]);
  assert.equal(foreignFileAnswer.status, 404, 'the file of another account');
  await client.remove(running.id);
});

test('a deleted clip has no record, no files and no place in the list, and stays charged', async () => {
  const { chargedMicros } = await checkLedger(kinora);
  const { id, metadata } = await client.make({ ...smallClip, prompt: 'short-lived' });
  assert.equal((await fetch(metadata.media_url)).status, 200);
  assert.deepEqual((await client.remove(id)).body, { id, object: 'video.deleted', deleted: true });
  const answers = await Promise.all(
    ['', '/content', '/content?variant=thumbnail', '/events', '/webhooks'].map(path =>
      client.get(`videos/${id}${path}`),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([404]));
  for (const url of [metadata.media_url, metadata.thumbnail_url])
    assert.ok([404, 410].includes((await fetch(url)).status), url);
  assert.ok(!(await client.ids()).includes(id));
  assert.equal((await client.remove(id)).status, 404);
  assert.equal((await client.post(`videos/${id}/remix`, { prompt: 'x' })).status, 404);
  const books = await checkLedger(kinora);
  assert.deepEqual([books.chargedMicros - chargedMicros, books.problems], [60_000n, []]);
});

for (const [moment, prompt] of Object.entries({
  'while the engine works': hanging.prompt,
  'while its files are fetched': '{"open":"hang"}',
}))
  test(`a clip deleted ${moment} is cancelled and costs nothing`, async () => {
    const before = await checkLedger(kinora);
    const stepReached = Promise.withResolvers<void>();
    const step = moment.includes('files') ? 'open' : 'check';
    kinora.scriptedServer.onCall = callName => void (callName === step && stepReached.resolve());
    const { id } = acceptedClip(await client.create({ ...smallClip, prompt }));
    await stepReached.promise;
    assert.equal((await client.remove(id)).status, 200);
    assert.equal((await client.get(`videos/${id}`)).status, 404);
    const books = await until(
      () => checkLedger(kinora),
      ({ heldMicros }) => heldMicros === before.heldMicros,
    );
    assert.deepEqual([books.availableMicros, books.problems], [before.availableMicros, []]);
  });

test('a queued clip that is deleted is never started', async () => {
  const busy = [];
  for (let slot = 0; slot < 4; slot++) busy.push(acceptedClip(await client.create(hanging)).id);
  for (const id of busy)
    await until(
      () => client.get(`videos/${id}`),
      ({ body }) => body.status === 'in_progress',
    );
  const jobCount = kinora.scriptedServer.startCounts.size;
  const { id } = acceptedClip(await client.create(hanging));
  await client.remove(id);
  for (const other of busy) await client.remove(other);
  await client.make({ ...smallClip, prompt: 'after it' });
  assert.equal(kinora.scriptedServer.startCounts.size, jobCount + 1);
});
