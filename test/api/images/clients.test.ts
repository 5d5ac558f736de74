/**
 * Clients that cannot be run here, replayed from their sources of November 2026: what they send, and what
 * they read of the answer. LibreChat (danny-avila/LibreChat,
 * `api/app/clients/tools/structured/OpenAIImageTools.js`), LobeChat (lobehub/lobe-chat,
 * `packages/model-runtime/src/core/openaiCompatibleFactory/createImage.ts`), Cherry Studio
 * (CherryHQ/cherry-studio, `src/renderer/src/pages/paintings/providers/newapi/provider.ts`), NextChat
 * (ChatGPTNextWeb/NextChat, `app/client/platforms/openai.ts`) and Open WebUI 0.12.4
 * (`backend/open_webui/routers/images.py`).
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { signedIn } from '../../support/clients/console-client.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let openai: OpenAI;
let picture: Buffer;

before(async () => {
  kinora = await startTestApp();
  const operator = await signedIn(kinora, 'operator');
  for (const alias of ['gpt-image-1', 'dall-e-3'])
    await operator.done('alias set', { alias, model: 'sketch' });
  openai = new OpenAI({ baseURL: `${kinora.url}/v1`, apiKey: kinora.imageKey });
  const shade = { width: 256, height: 256, channels: 3, background: '#3060c0' } as const;
  picture = await sharp({ create: shade }).png().toBuffer();
});

async function readFormat(base64: string | undefined): Promise<string> {
  return (await sharp(Buffer.from(base64 ?? '', 'base64')).metadata()).format;
}

function post(path: string, body: object | FormData) {
  const init = body instanceof FormData ? { method: 'POST', body } : { json: body };
  return call(`${kinora.url}/v1/${path}`, { key: kinora.imageKey, ...init });
}

/** As browsers and Electron name files. */
function makeFile(name: string): File {
  return new File([new Uint8Array(picture)], name, { type: 'image/png' });
}

test('LibreChat generates and edits, with every field on auto and a model that it has built in', async () => {
  for (const format of ['png', 'webp', 'jpeg'] as const) {
    const { data } = await openai.images.generate({
      model: 'gpt-image-1',
      prompt: 'a red fox',
      n: 1,
      background: 'auto',
      output_format: format,
      output_compression: format === 'png' ? undefined : 100,
      quality: 'auto',
      size: 'auto',
    } as OpenAI.ImageGenerateParams & { stream?: false });
    assert.equal(await readFormat(data?.[0]?.b64_json), format);
  }
  const form = new FormData();
  for (const [name, value] of Object.entries({
    model: 'gpt-image-1',
    prompt: 'a red fox',
    quality: 'auto',
    size: 'auto',
  }))
    form.append(name, value);
  for (const name of ['one.png', 'two.png']) form.append('image[]', makeFile(name));
  const { body } = await post('images/edits', form);
  assert.equal(await readFormat(body.data[0].b64_json), 'png');
});

test('LobeChat sends all fields of its panel, and edits files', async () => {
  const panel = { seed: 7, width: 512, height: 512, steps: 20, cfg: 7 };
  const options = { model: 'sketch', n: 1, prompt: 'a red fox', ...panel };
  const generation = await openai.images.generate(options as never as OpenAI.ImageGenerateParamsNonStreaming);
  assert.equal(await readFormat(generation.data?.[0]?.b64_json), 'png');
  const image = await toFile(picture, 'image.png', { type: 'image/png' });
  for (const files of [image, [image, image]]) {
    const edit = await openai.images.edit({
      model: 'sketch',
      n: 1,
      input_fidelity: 'high',
      prompt: 'a red fox',
      image: files,
    });
    assert.equal(await readFormat(edit.data?.[0]?.b64_json), 'png');
  }
});

test('LobeChat makes pictures by chat, and reads the first of the message', async () => {
  const url = `data:image/png;base64,${picture.toString('base64')}`;
  const content: OpenAI.ChatCompletionContentPart[] = [
    { text: 'a red fox', type: 'text' },
    { image_url: { url }, type: 'image_url' },
  ];
  for (const parts of [content.slice(0, 1), content]) {
    const { choices } = await openai.chat.completions.create({
      messages: [{ content: parts, role: 'user' }],
      model: 'sketch',
      stream: false,
    });
    const message = choices[0]?.message as { images?: { image_url: { url: string } }[] } | undefined;
    assert.ok(URL.canParse(message?.images?.[0]?.image_url.url ?? ''));
  }
});

test('clients that choose the first model get the default one that makes images', async () => {
  const { body } = await call(`${kinora.url}/v1/models`, { key: kinora.imageKey });
  const { id, operations } = body.data[0];
  assert.deepEqual([id, operations.includes('grid')], ['sketch', true]);
  const clips = await call(`${kinora.url}/v1/models`, { key: kinora.videoKey });
  assert.equal(clips.body.data[0].id, 'sketch-motion');
});

test('Cherry Studio offers models by their endpoint types, leaves auto out, repeats image, and shows one picture once', async () => {
  const { body: list } = await call(`${kinora.url}/v1/models`, { key: kinora.imageKey });
  const imageModels = list.data.filter((model: { supported_endpoint_types: string[] }) =>
    model.supported_endpoint_types.includes('image-generation'),
  );
  const model = imageModels.find(({ id }: { id: string }) => id === 'sketch').id;
  const visibleImages = ({ data }: { data: { url?: string; b64_json?: string }[] }) => [
    ...data.filter(item => item.url),
    ...data.filter(item => item.b64_json),
  ];
  const generation = await post('images/generations', { prompt: 'a red fox', model, size: '512x512', n: 2 });
  assert.equal(visibleImages(generation.body).length, 2);
  const form = new FormData();
  for (const [name, value] of Object.entries({ prompt: 'a red fox', model, moderation: 'low' }))
    form.append(name, value);
  for (const name of ['image_1.png', 'image_2.png']) form.append('image', makeFile(name));
  const edit = await post('images/edits', form);
  assert.equal(visibleImages(edit.body).length, 1);
});

test('NextChat knows dall-e-3 only, and streams chats with the numbers of a text model', async () => {
  const { body } = await post('images/generations', {
    model: 'dall-e-3',
    prompt: 'a red fox',
    response_format: 'b64_json',
    n: 1,
    size: '1024x1024',
    quality: 'standard',
    style: 'vivid',
  });
  assert.equal(await readFormat(body.data[0].b64_json), 'png');
  const chat = await post('chat/completions', {
    messages: [
      { role: 'system', content: 'You are ChatGPT, a large language model trained by OpenAI.' },
      { role: 'user', content: 'a red fox' },
    ],
    stream: true,
    model: 'sketch',
    temperature: 0.5,
    presence_penalty: 0,
    frequency_penalty: 0,
    top_p: 1,
  });
  const events = String(chat.body)
    .split('\n\n')
    .filter(event => event.startsWith('data: {'))
    .map(event => JSON.parse(event.slice('data: '.length)));
  const content = events.map(({ choices }) => choices[0]?.delta?.content ?? '').join('');
  assert.match(content, /!\[a red fox]\(http/);
  assert.match(String(chat.body), /data: \[DONE]/);
});

test('Open WebUI reads an address first, and takes base64 for PNG', async () => {
  const common = { model: 'sketch', prompt: 'a red fox', n: 1, size: '512x512' };
  const { body } = await post('images/generations', { ...common, response_format: 'b64_json' });
  assert.equal(body.data[0].url, undefined);
  assert.equal(await readFormat(body.data[0].b64_json), 'png');
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...common, n: '1', response_format: 'b64_json' }))
    form.append(name, value);
  form.append('image', makeFile('image.png'));
  const edit = await post('images/edits', form);
  assert.equal(await readFormat(edit.body.data[0].b64_json), 'png');
});
