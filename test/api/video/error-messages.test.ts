/**
 * Error messages of the video interface name the model, the field and the remedy, in
 * the terms of this interface.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, type TestApp } from '../../support/servers/app.ts';
import {
  acceptedClip,
  dataUrl,
  hanging,
  renderPng,
  videoClient,
  type FormFields,
  type VideoClient,
} from '../../support/clients/video-client.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;
let client: VideoClient;
let picture: string;

before(async () => {
  kinora = await startScriptedApp();
  client = videoClient(kinora);
  picture = dataUrl(await renderPng(9));
});

async function readRefusal(fields: object): Promise<{ param: string | null; message: string; code: string }> {
  const { status, body } = await client.create({ prompt: 'x', ...fields });
  assert.equal(status, 400, JSON.stringify(body));
  return body.error;
}

test('a parameter of another model is rejected with a list of valid ones, any other as unknown', async () => {
  const { code, param, message } = await readRefusal({ model: 'sketch-short', audio: true });
  assert.deepEqual([code, param], ['field_not_taken', 'audio']);
  assert.match(message, /^The model sketch-short does not accept audio. Allowed: seconds, resolution, .*\.$/);
  const { message: cast } = await readRefusal({ model: 'sketch-cast', loop: true });
  assert.match(cast, /^The model sketch-cast does not accept loop. Allowed: .*audio, reference_images\.$/);
  assert.equal((await readRefusal({ model: 'sketch-short', colour: 'red' })).code, 'field_unknown');
});

test('a field named as the option of a command is unknown, and the answer lists the names that are allowed', async () => {
  const { code, param, message } = await readRefusal({ '--model': 'sketch-short' });
  assert.deepEqual([code, param], ['field_unknown', '--model']);
  assert.match(message, /^Unknown field "--model"\. Allowed: model, prompt, /);
});

test('limits are reported in full sentences, with the value that was sent', async () => {
  assert.match((await readRefusal({ prompt: '' })).message, /expected 1 to 6000 characters, not 0\.$/);
  assert.match(
    (await readRefusal({ prompt: 'x'.repeat(6001) })).message,
    /1 to 6000 characters, not 6001\.$/,
  );
  const five = { model: 'sketch-cast', reference_images: Array.from({ length: 5 }, () => picture) };
  assert.match((await readRefusal(five)).message, /sketch-cast accepts at most 4, not 5\.$/);
  const { body } = await client.get('videos?limit=101');
  assert.match(body.error.message, /expected 1 to 100\.$/);
});

test('empty values are rejected, not ignored: an image, a list of images, a webhook URL', async () => {
  const motion = { model: 'sketch-motion' };
  const cast = { model: 'sketch-cast' };
  for (const [fields, param] of [
    [{ ...motion, input_reference: [] }, 'input_reference'],
    [{ ...motion, input_reference: '' }, 'input_reference'],
    [{ ...motion, input_reference: ' ' }, 'input_reference'],
    [{ ...motion, input_reference: { image_url: '' } }, 'input_reference'],
    [{ ...cast, reference_images: [] }, 'reference_images'],
    [{ ...cast, reference_images: [picture, ''] }, 'reference_images.1'],
  ] as const) {
    const answer = await readRefusal(fields);
    assert.equal(answer.param, param);
    assert.match(answer.message, /it is empty; send an image or omit the field\.$/);
  }
  const hook = await readRefusal({ ...motion, webhook_url: '' });
  assert.equal(hook.param, 'webhook_url');
  assert.match(hook.message, /it is empty; send a URL or omit the field\.$/);
});

test('an empty part of a form is rejected, and image fields may be numbered', async () => {
  const base = Object.entries(hanging).map(([name, value]) => [name, String(value)] as const);
  const nothing = new File([], 'a.png', { type: 'image/png' });
  for (const [name, value] of [
    ['input_reference', ''],
    ['input_reference', nothing],
    ['webhook_url', ''],
  ] as const) {
    const { status, body } = await client.form('videos', [...base, [name, value]]);
    assert.deepEqual([status, body.error.param], [400, name]);
    assert.match(body.error.message, /it is empty; send/);
  }
  const file = new File([await renderPng(5)], 'a.png', { type: 'image/png' });
  const cast = [
    ['model', 'sketch-cast'],
    ['prompt', hanging.prompt],
    ['reference_images[0]', file],
  ] as const;
  const two: FormFields = [...cast, ['reference_images[1]', picture]];
  const { id, usage } = acceptedClip(await client.form('videos', two));
  assert.equal(usage.unit_price, '0.35');
  await client.remove(id);
  const odd = await client.form('videos', [...cast, ['reference_images[a]', file]]);
  assert.deepEqual([odd.status, odd.body.error.param], [400, 'reference_images']);
});

test('an invalid image and a forbidden URL are rejected in the terms of this interface', async () => {
  for (const source of ['file:///etc/passwd', 'ftp://example.com/a.png', 'blob:x', 'http:a.png', {}]) {
    const { param, message } = await readRefusal({ model: 'sketch-motion', input_reference: source });
    assert.equal(param, 'input_reference');
    assert.match(message, /a file, an http or https URL, a data URL or \{"image_url": …\}/);
  }
  const privateAddressError = await readRefusal({
    model: 'sketch-motion',
    input_reference: 'http://127.0.0.1/a.png',
  });
  assert.equal(privateAddressError.code, 'link_invalid');
  assert.match(privateAddressError.message, /^The image in "input_reference" could not be fetched/);
  assert.match(privateAddressError.message, /The operator can allow it with KINORA_ALLOWED_NETWORKS\.$/);
});

test('an invalid or private webhook URL is rejected with the reason', async () => {
  const ftp = await readRefusal({ webhook_url: 'ftp://example.com/' });
  assert.match(ftp.message, /Only http and https can be fetched, not ftp\.$/);
  const privateAddressError = await readRefusal({ webhook_url: 'http://10.0.0.1/hook' });
  assert.match(privateAddressError.message, /The operator can allow it with KINORA_ALLOWED_NETWORKS\.$/);
});

test('a missing resource is called a video or a task by its interface, and its id is repeated', async () => {
  const readStatusAndMessage = async (path: string, key = kinora.videoKey) => {
    const { status, body } = await call(`${kinora.url}${path}`, { key });
    return [status, body.error?.message ?? body.description];
  };
  assert.deepEqual(await readStatusAndMessage('/v1/videos/none'), [404, 'There is no video none.']);
  assert.deepEqual(await readStatusAndMessage('/v1/videos/none/content'), [404, 'There is no video none.']);
  assert.deepEqual(await readStatusAndMessage('/v1/videos?after=none'), [
    400,
    'The cursor is invalid: there is no video none.',
  ]);
  assert.deepEqual(await readStatusAndMessage('/mj/task/none/fetch', kinora.imageKey), [
    404,
    'There is no task none.',
  ]);
  assert.deepEqual(await readStatusAndMessage('/v1/videos/%00'), [
    404,
    'There is no route GET /v1/videos/%00.',
  ]);
  const [status, message] = await readStatusAndMessage(`/v1/videos/${'a'.repeat(506)}`);
  assert.deepEqual([status, message.includes(':id')], [404, false]);
  assert.match(message, /There is no (route GET \/v1\/videos\/|video )a+/);
});

test('a POST path is not an id: other methods get 405 with Allow', async () => {
  for (const path of ['edits', 'extensions', 'quote', 'edits/'])
    for (const method of ['GET', 'DELETE', 'HEAD', 'PUT']) {
      const { status, headers } = await call(`${kinora.url}/v1/videos/${path}`, {
        key: kinora.videoKey,
        method,
      });
      assert.deepEqual([status, headers.get('allow')], [405, 'POST'], `${method} ${path}`);
    }
  assert.equal((await client.get('videos/edit')).status, 404);
});

test('an unknown query parameter is rejected, but ignored by the image interface and the pages', async () => {
  const { id } = acceptedClip(await client.create(hanging));
  for (const path of [`videos/${id}?include=x`, 'models?x=1', 'models/sketch-motion?x=1'])
    assert.deepEqual(await readUnknownField(client.get(path)), [400, 'field_unknown'], path);
  for (const path of ['videos/quote?foo=1', 'videos?foo=1', `videos/${id}/cancel?foo=1`])
    assert.deepEqual(await readUnknownField(client.post(path, hanging)), [400, 'field_unknown'], path);
  await client.remove(id);
  for (const path of ['/mj/task/list?x=1', '/livez?x=1', '/?x=1'])
    assert.equal((await call(`${kinora.url}${path}`, { key: kinora.imageKey })).status, 200, path);
});

async function readUnknownField(answer: ReturnType<VideoClient['get']>): Promise<unknown[]> {
  const { status, body } = await answer;
  assert.match(body.error.message, /Allowed: none\.$/);
  return [status, body.error.code];
}
