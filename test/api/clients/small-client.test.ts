/** The client in docs/examples, as a reader copies it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, test } from 'node:test';
import { hanging, renderPng, smallClip } from '../../support/clients/video-client.ts';
import { startScriptedApp, type ScriptedApp } from '../../support/setups/scripted-app.ts';

/** Plain JavaScript, which has no types. */
const file = new URL('../../../docs/examples/video-client.mjs', import.meta.url);
const { videoClient } = await import(file.href);

let kinora: ScriptedApp;
let client: any;
before(async () => {
  kinora = await startScriptedApp();
  client = videoClient({ url: kinora.url, token: kinora.videoKey });
});

test('creates, follows, downloads, changes, lists and deletes clips', async () => {
  const body = { ...smallClip, prompt: 'sailboats' };
  const { amount } = await client.quote(body);
  const created = await client.create(body, 'boats-1');
  assert.equal((await client.create(body, 'boats-1')).id, created.id);
  const done = await client.finished(created.id);
  assert.equal(done.usage.amount, amount);
  const bytes = Buffer.from(await (await client.content(done.id)).arrayBuffer());
  assert.equal(bytes.toString('latin1', 4, 8), 'ftyp');
  const remix = await client.finished((await client.remix(done.id, 'sailboats at night')).id);
  const longer = await client.finished((await client.extend(done.id, '2')).id);
  assert.deepEqual([remix.remixed_from_video_id, longer.remixed_from_video_id], [done.id, done.id]);
  const first = await client.list({ limit: 2 });
  const second = await client.list({ limit: 2, after: first.last_id });
  assert.deepEqual(
    [...first.data, ...second.data].map(({ id }: { id: string }) => id),
    [longer.id, remix.id, done.id],
  );
  assert.equal((await client.remove(done.id)).deleted, true);
});

test('is served with the documentation', async () => {
  const source = await readFile(file, 'utf8');
  assert.equal(await (await fetch(`${kinora.url}/docs/examples/video-client.mjs`)).text(), source);
  assert.match(
    await (await fetch(`${kinora.url}/docs/video-interface`)).text(),
    /href="\/docs\/examples\/video-client\.mjs"/,
  );
});

test('sends files as a form, cancels, and throws the error of the server', async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...hanging })) form.append(name, String(value));
  form.append('input_reference', new Blob([new Uint8Array(await renderPng(3))]), 'a.png');
  const { id } = await client.create(form);
  await client.cancel(id);
  await assert.rejects(client.finished(id), { name: 'VideoError', code: 'cancelled' });
  await assert.rejects(client.create({ prompt: 'x', colour: 'red' }), {
    status: 400,
    code: 'field_unknown',
    param: 'colour',
  });
  await assert.rejects(client.retrieve('video_none'), { status: 404, code: 'task_unknown' });
});
