/** OpenAI's Images API with OpenAI's own SDK: generations, edits, variations, streams and errors. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import OpenAI, { type APIError, toFile } from 'openai';
import sharp from 'sharp';
import { signedIn } from '../../support/clients/console-client.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { call, imageEnd, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let client: OpenAI;

before(async () => {
  kinora = await startTestApp();
  client = new OpenAI({ baseURL: `${kinora.url}/v1`, apiKey: kinora.imageKey });
});

const prompt = 'a red fox at night';

function decodeBytes(image: { readonly b64_json?: string } | undefined): Buffer {
  return Buffer.from(image?.b64_json ?? '', 'base64');
}

async function readShape(bytes: Uint8Array) {
  const { format, width, height } = await sharp(bytes).metadata();
  return `${format} ${width}x${height}`;
}

async function rejection(request: Promise<unknown>): Promise<APIError> {
  return request.then(
    () => assert.fail('it was accepted'),
    (error: unknown) => error as APIError,
  );
}

test('one image is data in the requested size, with one price', async () => {
  const { data: response, response: raw } = await client.images
    .generate({ prompt, size: '768x512' })
    .withResponse();
  assert.deepEqual(Object.keys(response.data?.[0] ?? {}), ['b64_json']);
  assert.equal(await readShape(decodeBytes(response.data?.[0])), 'png 768x512');
  assert.equal(response.size, '768x512');
  assert.equal(raw.headers.get('x-kinora-price'), '0.005 USD');
  const task = await imageEnd(kinora, raw.headers.get('x-kinora-task') ?? '');
  assert.deepEqual([task.usage.quantity, task.usage.charged], [1, true]);
});

test('several images are separate files behind addresses that need no key', async () => {
  const response = await client.images.generate({
    prompt,
    n: 3,
    size: '512x512',
    response_format: 'url',
  });
  const shapes = await Promise.all(
    (response.data ?? []).map(async ({ url = '' }) => readShape(await (await fetch(url)).bytes())),
  );
  assert.deepEqual(shapes, ['png 512x512', 'png 512x512', 'png 512x512']);
  assert.ok(response.data?.every(image => !('b64_json' in image)));
});

test('the format is that of the request, and each image of a task differs', async () => {
  const { data = [], output_format: format } = await client.images.generate({
    prompt,
    n: 2,
    size: '512x512',
    output_format: 'jpeg',
    output_compression: 60,
  });
  assert.equal(format, 'jpeg');
  const shapes = await Promise.all(data.map(image => readShape(decodeBytes(image))));
  assert.deepEqual(shapes, ['jpeg 512x512', 'jpeg 512x512']);
  assert.notEqual(data[0]?.b64_json, data[1]?.b64_json);
});

test('a resolution is a number of pixels, in the aspect ratio of the request', async () => {
  const sizes = [];
  for (const fields of [{ resolution: '0.5K' }, { resolution: '1k', aspect_ratio: '16:9' }]) {
    const json = { prompt, ...fields };
    const { body } = await call(`${kinora.url}/v1/images/generations`, { key: kinora.imageKey, json });
    sizes.push(body.size);
  }
  assert.deepEqual(sizes, ['512x512', '1360x768']);
});

test('inline parameters work, and the task has the buttons of its number of images', async () => {
  const { response } = await client.images.generate({ prompt: `${prompt} --ar 16:9`, n: 2 }).withResponse();
  const task = await imageEnd(kinora, response.headers.get('x-kinora-task') ?? '');
  assert.deepEqual([task.imageWidth, task.imageHeight, task.imageUrls.length], [1456, 816, 2]);
  const labels = task.buttons.map(({ label }: { label: string }) => label);
  assert.deepEqual(labels, ['U1', 'U2', '', 'V1', 'V2']);
  const conflict = await rejection(
    client.images.generate({ prompt: `${prompt} --ar 16:9`, size: '512x512' }),
  );
  assert.match(conflict.message, /`--ar` is not compatible with `size`/);
});

async function square(background: object): Promise<Buffer> {
  return sharp({ create: { width: 512, height: 512, channels: 4, background } as never })
    .png()
    .toBuffer();
}

test('an edit changes an image, with a mask that is transparent where it changes', async () => {
  const image = await toFile(await square({ r: 30, g: 90, b: 200, alpha: 1 }), 'blue.png', {
    type: 'image/png',
  });
  const mask = await toFile(await square({ r: 0, g: 0, b: 0, alpha: 0 }), 'mask.png', { type: 'image/png' });
  const { data } = await client.images.edit({ image, mask, prompt: 'a red fox' });
  assert.equal(await readShape(decodeBytes(data?.[0])), 'png 512x512');
  const several = await client.images.edit({ image: [image, image], prompt: 'a red fox' });
  assert.equal(several.data?.length, 1);
});

test('an edit in JSON names an address, data or the image of a task', async () => {
  const blue = (await square({ r: 30, g: 90, b: 200, alpha: 1 })).toString('base64');
  const json = { prompt: 'a red fox', images: [{ image_url: `data:image/png;base64,${blue}` }] };
  const edits = `${kinora.url}/v1/images/edits`;
  const first = await call(edits, { key: kinora.imageKey, json });
  assert.equal(first.status, 200);
  const task = first.headers.get('x-kinora-task');
  const secondEdit = { ...json, images: [{ file_id: `${task}-1` }] };
  assert.equal((await call(edits, { key: kinora.imageKey, json: secondEdit })).status, 200);
  const wrong = await call(edits, { key: kinora.imageKey, json: { ...json, images: [{ file_id: 'x' }] } });
  assert.deepEqual([wrong.status, wrong.body.error.code], [400, 'parent_unknown']);
});

test('a variation is made from an image alone', async () => {
  const image = await toFile(await square({ r: 30, g: 90, b: 200, alpha: 1 }), 'blue.png', {
    type: 'image/png',
  });
  const { data } = await client.images.createVariation({ image, n: 2, response_format: 'b64_json' });
  assert.equal(data?.length, 2);
});

test('a stream has previews of the engine, then each image with all fields that the SDK declares', async () => {
  const stream = await client.images.generate({
    prompt,
    size: '512x512',
    n: 2,
    stream: true,
    partial_images: 2,
  });
  const events = [];
  for await (const event of stream) events.push(event);
  const completedEvents = events.filter(({ type }) => type === 'image_generation.completed');
  assert.equal(completedEvents.length, 2);
  assert.deepEqual(Object.keys(completedEvents[0] ?? {}).sort(), [
    'b64_json',
    'background',
    'created_at',
    'output_format',
    'quality',
    'size',
    'type',
    'usage',
  ]);
  assert.equal(await readShape(decodeBytes(completedEvents[0])), 'png 512x512');
  const previews = events.filter(({ type }) => type === 'image_generation.partial_image');
  assert.ok(previews.length <= 2);
});

test('fields that clients send are used, or ignored and named', async () => {
  const json = {
    prompt,
    size: 'auto',
    quality: 'auto',
    background: 'auto',
    moderation: 'low',
    style: 'vivid',
    steps: 20,
    user: 'someone',
    response_format: '',
  };
  const { status, headers } = await call(`${kinora.url}/v1/images/generations`, {
    key: kinora.imageKey,
    json,
  });
  assert.equal(status, 200);
  assert.equal(headers.get('x-kinora-ignored'), 'moderation, style, steps');
  const task = await call(`${kinora.url}/v1/images/tasks/${headers.get('x-kinora-task')}`, {
    key: kinora.imageKey,
  });
  assert.deepEqual([task.body.ignored, task.body.user], [['moderation', 'style', 'steps'], 'someone']);
  assert.equal(task.body.result.data.length, 1);
});

/** Rejected requests, with the field that the error names and its message. */
const wrong: [object, string | null, RegExp][] = [
  [{ model: 'gpt-image-9' }, 'model', /gpt-image-9.*sketch/],
  [{ n: 11 }, 'n', /1 to 10/],
  [{ size: '10x10' }, 'size', /64 to 4096/],
  [{ size: 'large' }, 'size', /1024x1536/],
  [{ quality: 'hd' }, 'quality', /auto, standard/],
  [{ background: 'transparent' }, 'background', /opaque, auto/],
  [{ prompt: '' }, null, /prompt/],
  [{ prompt: '{a, b} fox' }, 'prompt', /permutations/],
  [{ prompt: 'a fox --video' }, 'prompt', /clip/],
  [{ output_format: 'bmp' }, 'output_format', /png/],
  [{ resolution: '9K' }, 'resolution', /0\.5K, 1K, 2K/],
  [{ resolution: '1K', size: '512x512' }, null, /`resolution` is not compatible with `size`/],
  [{ background: 'transparent', output_format: 'jpeg' }, 'output_format', /png, webp/],
];
for (const [fields, param, text] of wrong)
  test(`${JSON.stringify(fields)} is rejected with what is allowed, and costs nothing`, async () => {
    const json = { prompt, ...fields };
    const { status, body } = await call(`${kinora.url}/v1/images/generations`, {
      key: kinora.imageKey,
      json,
    });
    assert.equal(status, 400);
    assert.match(body.error.message, text);
    assert.equal(body.error.param, param);
    assert.equal(body.error.type, 'invalid_request_error');
  });

test('a key of another kind and a missing key are told so', async () => {
  const other = new OpenAI({ baseURL: `${kinora.url}/v1`, apiKey: kinora.videoKey });
  assert.equal((await rejection(other.images.generate({ prompt }))).status, 403);
  const none = await call(`${kinora.url}/v1/images/generations`, { json: { prompt } });
  assert.deepEqual([none.status, none.body.error.type], [401, 'authentication_error']);
});

test('a name that a client has built in means the model of an alias, in one group or in all', async () => {
  const operator = await signedIn(kinora, 'operator');
  const request = { prompt, model: 'gpt-image-1', size: '512x512' } as const;
  assert.match((await rejection(client.images.generate(request))).message, /gpt-image-1/);
  await operator.done('alias set', { alias: 'gpt-image-1', model: 'sketch' });
  assert.equal((await client.images.generate(request)).data?.length, 1);
  // In this group, it means a model that the group does not have.
  await operator.done('alias set', { alias: 'gpt-image-1', model: 'sketch-short', group: 'image' });
  assert.match((await rejection(client.images.generate(request))).message, /gpt-image-1/);
  await operator.done('alias remove', { alias: 'gpt-image-1', group: 'image' });
  assert.equal((await client.images.generate(request)).data?.length, 1);
  assert.deepEqual((await operator.run('alias list')).body.data, [
    { alias: 'gpt-image-1', model: 'sketch', group: null },
  ]);
  const refusal = await operator.run('alias set', { alias: 'sketch', model: 'sketch-short' });
  assert.match(refusal.body.error.message, /"sketch" is the ID of a model/);
});

test('a quote creates no task', async () => {
  const quote = await call(`${kinora.url}/v1/images/quote`, {
    key: kinora.imageKey,
    json: { prompt, n: 4, size: '512x512' },
  });
  assert.deepEqual([quote.body.model, quote.body.quantity, quote.body.amount], ['sketch', 4, '0.02']);
});

test('the ledger balances', async () => {
  const { problems, heldMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
});
