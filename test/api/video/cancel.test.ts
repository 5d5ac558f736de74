/** Cancelling clips, and fields of a record that stay null. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, videoEnd, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
const small = { model: 'sketch-motion', resolution: '480p', aspect_ratio: '1:1', seconds: 2 };
const create = (json: unknown) => call(`${kinora.url}/v1/videos`, { key: kinora.videoKey, json });
const cancel = (id: string) =>
  call(`${kinora.url}/v1/videos/${id}/cancel`, { key: kinora.videoKey, method: 'POST' });

before(async () => {
  kinora = await startScriptedApp();
});

test('the record of a failed or cancelled clip has null for times that were not reached', async () => {
  const { body } = await create({ ...small, prompt: '{"checks":100000}' });
  const cancelled = await cancel(body.id);
  assert.equal(cancelled.status, 200);
  const record = await videoEnd(kinora, body.id);
  assert.equal(record.error.code, 'cancelled');
  assert.deepEqual(pickUnknownFields(record), {
    completed_at: null,
    expires_at: null,
    remixed_from_video_id: null,
  });
  assert.ok(!('metadata' in record));
});

/** These fields are always present, as the official types require. */
function pickUnknownFields({ completed_at, expires_at, remixed_from_video_id }: Record<string, unknown>) {
  return { completed_at, expires_at, remixed_from_video_id };
}

test('cancelling a finished clip returns 409 with its status, and cancelling twice changes nothing', async () => {
  const { body: finishedClip } = await create({ ...small, prompt: 'waves' });
  await videoEnd(kinora, finishedClip.id);
  const { status, body } = await cancel(finishedClip.id);
  assert.deepEqual([status, body.error.code], [409, 'task_ended']);
  assert.match(body.error.message, /it is already completed/);
  assert.equal((await videoEnd(kinora, finishedClip.id)).status, 'completed');
  const { body: slow } = await create({ ...small, prompt: '{"checks":100000}' });
  for (let times = 0; times < 2; times++) assert.equal((await cancel(slow.id)).status, 200);
  const record = await videoEnd(kinora, slow.id);
  const secondCancellation = await cancel(slow.id);
  assert.deepEqual([secondCancellation.status, secondCancellation.body], [200, record]);
});
