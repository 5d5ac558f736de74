/**
 * Forms as clients send them: names with brackets, text for numbers, files. Each part is used or rejected.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { TestApp } from '../../support/servers/app.ts';
import { startPictureServer, type PictureServer } from '../../support/setups/picture-server.ts';
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
let pictures: PictureServer;
let file: File;

before(async () => {
  pictures = await startPictureServer();
  kinora = await startScriptedApp({ settings: { KINORA_ALLOWED_NETWORKS: '127.0.0.1' } });
  client = videoClient(kinora);
  file = new File([await renderPng(5)], 'a.png', { type: 'image/png' });
});

const base = Object.entries(hanging).map(([name, value]) => [name, String(value)] as const);
const cast = [
  ['model', 'sketch-cast'],
  ['prompt', hanging.prompt],
] as const;
const readInputs = async (id: string) => {
  const rows = await kinora.app.db.query<{ inputs: { role: string; weight?: number }[] | null }>(
    { name: 'test_inputs', text: `select job->'inputs' as inputs from tasks where public_id = $1` },
    [id],
  );
  return rows[0]?.inputs?.map(({ role }) => role) ?? [];
};

async function createClip(fields: FormFields): Promise<any> {
  const record = acceptedClip(await client.form('videos', fields));
  const inputs = await readInputs(record.id);
  await client.remove(record.id);
  return { ...record, inputs };
}

async function readRefusal(fields: FormFields): Promise<{ status: number; param: string; message: string }> {
  const { status, body } = await client.form('videos', fields);
  assert.ok(body.error, `${JSON.stringify(fields.slice(-2))}: ${JSON.stringify(body)}`);
  return { status, param: body.error.param, message: body.error.message };
}

test('an image can be a file, a text, `[image_url]` or `[url]`, and several repeat a name with brackets', async () => {
  const address = `${pictures.url}/good.png`;
  const forms: [FormFields, string[]][] = [
    [[...base, ['input_reference', file]], ['picture']],
    [[['input_reference', file], ...base], ['picture']],
    [[...base, ['input_reference', address]], ['picture']],
    [[...base, ['input_reference[image_url]', address]], ['picture']],
    [[...base, ['input_reference[url]', dataUrl(await renderPng(6))]], ['picture']],
    [[...cast, ['reference_images[]', file]], ['character']],
    [[...cast, ['reference_images', file]], ['character']],
    [
      [...cast, ['reference_images[]', file], ['reference_images[]', address], ['reference_images[]', file]],
      ['character', 'character', 'character'],
    ],
  ];
  for (const [fields, roles] of forms) {
    const { inputs } = await createClip(fields);
    assert.deepEqual(inputs, roles, JSON.stringify(fields.map(([name]) => name)));
  }
});

test('the text null and an empty text count as absent', async () => {
  const fields: FormFields = [
    ...base,
    ['input_reference', 'null'],
    ['seed', 'null'],
    ['audio', 'null'],
    ['tier', 'null'],
    ['duration', 'null'],
    ['size', 'null'],
    ['webhook_url', 'null'],
  ];
  const { inputs, seconds, usage } = await createClip(fields);
  assert.deepEqual([inputs, seconds, usage.unit_price], [[], '2', '0.03']);
});

test('booleans and numbers are sent as text, and other text is rejected', async () => {
  const { seed, usage } = await createClip([...base, ['audio', 'true'], ['seed', '42'], ['fps', '30']]);
  assert.deepEqual([seed, usage.unit_price], [42, '0.04']);
  assert.equal((await createClip([...base, ['audio', 'false']])).usage.unit_price, '0.03');
  for (const [name, value] of [
    ['audio', 'yes'],
    ['audio', '1'],
    ['loop', 'TRUE '],
    ['seed', '4.2'],
    ['seed', '-1'],
    ['fps', '24fps'],
  ] as const) {
    const { status, param } = await readRefusal([...base, [name, value]]);
    assert.deepEqual([status, param], [400, name], value);
  }
});

test('no field is ignored: one that is repeated, given in two forms or unknown is rejected', async () => {
  const address = `${pictures.url}/good.png`;
  const fetchCount = pictures.paths.length;
  const forms: [FormFields, string][] = [
    [[...base, ['seconds', '3']], 'seconds'],
    [[...base, ['input_reference', file], ['input_reference', file]], 'input_reference'],
    [[...base, ['input_reference', file], ['input_reference[image_url]', address]], 'input_reference'],
    [[...base, ['input_reference[image_url]', address], ['input_reference', file]], 'input_reference'],
    [[...base, ['input_reference', address], ['input_reference[image_url]', address]], 'input_reference'],
    [
      [...base, ['input_reference[image_url]', address], ['input_reference[image_url]', address]],
      'input_reference[image_url]',
    ],
    [
      [...base, ['input_reference[image_url]', address], ['input_reference[url]', address]],
      'input_reference',
    ],
    [[...base, ['input_reference[image_url]', address], ['input_reference[colour]', 'x']], 'input_reference'],
    [[...base, ['input_reference[]', file], ['input_reference[]', file]], 'input_reference'],
    [[...cast, ['reference_images', file], ['reference_images[]', file]], 'reference_images'],
    [[...base, ['input_reference[file_id]', 'file-1']], 'input_reference'],
    [[...base, ['colour', 'red']], 'colour'],
    [[...base, ['colour[deep][er]', 'red']], 'colour[deep][er]'],
    [[...base, ['seed[]', '1']], 'seed'],
    [[...base, ['prompt[text]', 'x']], 'prompt'],
    [[...base, ['motion', file]], 'motion'],
  ];
  for (const [fields, param] of forms) {
    const answer = await readRefusal(fields);
    assert.deepEqual([answer.status, answer.param], [400, param], answer.message);
  }
  assert.equal(pictures.paths.length, fetchCount, 'nothing was fetched for them');
  for (const name of ['__proto__', '__proto__[x]', 'constructor', 'toString[x]', 'a[constructor]', '[]', ''])
    assert.equal((await readRefusal([...base, [name, 'x']])).status, 400, name);
});

test('too many files, too many fields and too long fields are rejected with a reason', async () => {
  const files = Array.from({ length: 18 }, () => ['reference_images[]', file] as const);
  const overfull = await readRefusal([...cast, ...files]);
  assert.ok([400, 413].includes(overfull.status), overfull.message);
  assert.match(overfull.message, /files/);
  assert.match(overfull.message, /\b17\b/, 'it names the maximum');
  const five = await readRefusal([...cast, ...files.slice(13)]);
  assert.deepEqual([five.status, five.param], [400, 'reference_images']);
  assert.match(five.message, /accepts at most 4, not 5/);
  const manyFields = Array.from({ length: 200 }, (_, index) => [`field${index}`, 'x'] as const);
  assert.ok([400, 413].includes((await readRefusal([...base, ...manyFields])).status));
  const long = await readRefusal([...cast.slice(0, 1), ['prompt', 'x'.repeat(7000)]]);
  assert.deepEqual([long.status, long.param], [400, 'prompt']);
});

test('a form that is truncated or has no end is answered and creates nothing', async () => {
  const before = await client.ids();
  const body = '--x\r\nContent-Disposition: form-data; name="prompt"\r\n\r\nx\r\n';
  for (const text of [
    body,
    `${body}--x\r\nContent-Disposition: form-data; name="model"\r\n`,
    '--x--\r\n',
    '',
  ]) {
    const response = await fetch(`${kinora.url}/v1/videos`, {
      method: 'POST',
      body: text,
      headers: {
        authorization: `Bearer ${kinora.videoKey}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
    });
    assert.equal(response.status, 400, JSON.stringify(text));
    assert.ok(((await response.json()) as any).error.message.length > 10);
  }
  assert.deepEqual(await client.ids(), before);
});

test('a part with the type of an image is a file, also without a file name', async () => {
  const boundary = 'kinora-test-boundary';
  const part = (head: string, bytes: Uint8Array | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]);
  const json = 'name="seconds"\r\nContent-Type: application/json; charset=utf-8';
  const texts = base
    .filter(([name]) => name !== 'seconds')
    .map(([name, value]) => part(`name="${name}"`, value));
  const picture = part('name="input_reference"\r\nContent-Type: image/png', await renderPng(5));
  const body = Buffer.concat([
    ...texts,
    part(json, String(hanging.seconds)),
    picture,
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const response = await fetch(`${kinora.url}/v1/videos`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${kinora.videoKey}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body,
  });
  const record = (await response.json()) as { id: string };
  assert.equal(response.status, 200, JSON.stringify(record));
  assert.deepEqual(await readInputs(record.id), ['picture']);
  await client.remove(record.id);
});
