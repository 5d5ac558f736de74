/**
 * Bodies in other encodings than UTF-8: a prompt that was decoded wrongly must not be accepted and charged.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, imageEnd, type TestApp } from '../../support/servers/app.ts';
import { startScriptedApp } from '../../support/setups/scripted-app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startScriptedApp();
});

const json = 'application/json';
/** The word for a fox in Chinese, as GBK. */
const gbkFox = [0xba, 0xfc, 0xc0, 0xea];
const encodings: readonly [name: string, body: Buffer<ArrayBuffer>][] = [
  ['Latin-1', Buffer.from('{"prompt":"a café"}', 'latin1')],
  ['GBK', Buffer.from([...Buffer.from('{"prompt":"a '), ...gbkFox, ...Buffer.from('"}')])],
  [
    'half a character',
    Buffer.from([...Buffer.from('{"prompt":"a fox'), 0xf0, 0x9f, 0xa6, ...Buffer.from('"}')]),
  ],
  ['UTF-16', Buffer.from('\ufeff{"prompt":"a fox"}', 'utf16le')],
];

const toImages = (body: BodyInit, headers: Record<string, string>) =>
  call(`${kinora.url}/mj/submit/imagine`, { method: 'POST', key: kinora.imageKey, body, headers });
const toVideo = (body: BodyInit, headers: Record<string, string>) =>
  call(`${kinora.url}/v1/videos`, { method: 'POST', key: kinora.videoKey, body, headers });
const tasks = async () =>
  (await kinora.app.db.query({ name: 'test_tasks', text: 'select from tasks' })).length;

test('JSON that is not UTF-8 is rejected on both interfaces, without a task', async () => {
  for (const [name, body] of encodings) {
    // Some clients of the image interface name other types than JSON, which another parser reads.
    for (const type of [json, 'text/plain', `${json}; charset=gbk`]) {
      const { status, body: error } = await toImages(body, { 'content-type': type });
      const expected = [200, 4, 'The request body is not encoded as UTF-8. Send it in UTF-8.'];
      assert.deepEqual([status, error.code, error.description], expected, `${name}, ${type}`);
    }
    const { status, body: answer } = await toVideo(body, { 'content-type': json });
    assert.deepEqual([status, answer.error.code], [400, 'body_not_utf8'], name);
  }
  const chinese = await toImages(encodings[1]![1], { 'content-type': json, 'accept-language': 'zh-CN' });
  assert.equal(chinese.body.description, '请求体不是 UTF-8 编码。请以 UTF-8 编码发送。');
  assert.equal(await tasks(), 0);
});

test('a form with a text that is not UTF-8 is rejected, without a task', async () => {
  const start = '--x\r\ncontent-disposition: form-data; name="prompt"\r\n\r\na ';
  const body = Buffer.from([...Buffer.from(start), ...gbkFox, ...Buffer.from('\r\n--x--\r\n')]);
  const { status, body: answer } = await toVideo(body, { 'content-type': 'multipart/form-data; boundary=x' });
  assert.deepEqual([status, answer.error.code], [400, 'body_not_utf8']);
  assert.equal(await tasks(), 0);
});

test('every text in UTF-8 arrives as it was sent, also after a byte order mark', async () => {
  const prompt = 'une forêt, 狐狸, 🦊 --v 1';
  const { body } = await toImages(`\ufeff${JSON.stringify({ prompt })}`, { 'content-type': json });
  assert.equal((await imageEnd(kinora, body.result)).prompt, prompt);
  const form = new FormData();
  form.set('prompt', 'une forêt, 狐狸, 🦊');
  const clip = await call(`${kinora.url}/v1/videos`, { method: 'POST', key: kinora.videoKey, body: form });
  assert.equal(clip.body.prompt, 'une forêt, 狐狸, 🦊');
});
