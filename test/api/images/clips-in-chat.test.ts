/**
 * Clips in clients that only chat: with tokens of images as `--video` and follow-ups,
 * with tokens of clips as prompts.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import OpenAI from 'openai';
import { signedIn } from '../../support/clients/console-client.ts';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let images: OpenAI;
let clips: OpenAI;

before(async () => {
  kinora = await startTestApp();
  const baseURL = `${kinora.url}/v1`;
  images = new OpenAI({ baseURL, apiKey: kinora.imageKey });
  clips = new OpenAI({ baseURL, apiKey: kinora.videoKey });
});

/** Makes clips. */
const model = 'sketch-motion';
const assistant = (content: string) => ({ role: 'assistant', content }) as const;
const user = (content: string) => ({ role: 'user', content }) as const;
type Messages = OpenAI.ChatCompletionMessageParam[];

interface Request {
  readonly messages: Messages;
  readonly model?: string;
  readonly [field: string]: unknown;
}

async function reply(client: OpenAI, { model = 'sketch', ...request }: Request): Promise<string> {
  const { choices } = await client.chat.completions.create({ model, ...request });
  return choices[0]?.message.content ?? '';
}

/** The addresses of the links to clips, each of which must be one. */
async function listClipUrls(content: string): Promise<string[]> {
  const links = [...content.matchAll(/^\[▶ [^\]]+\]\(([^)]+)\)$/gm)].map(([, url = '']) => url);
  for (const url of links) {
    const { status, headers } = await fetch(url, { method: 'HEAD' });
    assert.deepEqual([status, headers.get('content-type')], [200, 'video/mp4'], url);
  }
  return links;
}

test('a prompt with --video is answered with a link to the clip, its poster and its price', async () => {
  const content = await reply(images, { messages: [user('a red fox at night --video --bs 1')] });
  const [clip, ...otherClips] = await listClipUrls(content);
  assert.equal(otherClips.length, 0);
  assert.ok(content.includes(`](${clip})`));
  assert.match(content, /^\[!\[a red fox at night[^\]]*\]\([^)]+\)\]\([^)]+\)$/m);
  assert.match(content, /`\d{16}` · \d+\.\d+ USD/);
  assert.match(content, /`extend low motion`/);
});

test('an image is animated by a reply, and the clip can be extended', async () => {
  const fox = user('a red fox at night');
  const first = await reply(images, { messages: [fox] });
  assert.match(first, /`animate low motion`/);
  const conversation = [fox, assistant(first), user('animate low motion')];
  const animation = await reply(images, { messages: conversation });
  assert.equal((await listClipUrls(animation)).length, 4);
  const upscale = await reply(images, { messages: [...conversation, assistant(animation), user('U2')] });
  assert.equal((await listClipUrls(upscale)).length, 1);
});

test('a token of clips makes clips from a prompt, from images of the message, and from the clip before', async () => {
  const fox = user('a red fox runs');
  const first = await reply(clips, { model, messages: [fox], seconds: 2, resolution: '480p' });
  assert.equal((await listClipUrls(first)).length, 1);
  assert.match(first, /`video_[0-9a-f]{32}` · 0\.06 USD\n\nReply .*`remix: …`/);
  const remix = await reply(clips, {
    model,
    messages: [fox, assistant(first), user('remix: a red fox sleeps')],
  });
  assert.match(remix, /a red fox sleeps/);
  const picture = await images.images.generate({ prompt: 'a red fox', response_format: 'url' });
  const url = picture.data?.[0]?.url ?? '';
  const message = {
    role: 'user',
    content: [
      { type: 'text', text: 'a red fox runs' },
      { type: 'image_url', image_url: { url } },
    ],
  };
  const animation = await reply(clips, { model, messages: [message as Messages[number]], seconds: 2 });
  assert.equal((await listClipUrls(animation)).length, 1);
});

test('a stream of a clip shows its progress, the link, and the cost', async () => {
  const messages = [user('a red fox runs')];
  const request = { model, messages, seconds: 2, resolution: '480p' };
  const stream = await clips.chat.completions.create({
    ...request,
    stream: true,
  });
  let [content, reasoning, cost] = ['', '', 0];
  for await (const { choices, usage } of stream) {
    const delta = choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined;
    content += delta?.content ?? '';
    reasoning += delta?.reasoning_content ?? '';
    cost = (usage as { cost?: number } | undefined)?.cost ?? cost;
  }
  assert.equal((await listClipUrls(content)).length, 1);
  assert.match(reasoning, /^\d+ %\n/);
  assert.equal(cost, 0.06);
});

test('greetings and titles cost nothing, and banned words and wrong fields are rejected', async () => {
  const count = async () => (await kinora.app.db.pool.query('select from tasks')).rowCount;
  const before = await count();
  assert.match(await reply(clips, { model, messages: [user('hello')] }), /makes clips/);
  assert.match(await reply(clips, { model, messages: [user('a fox')], modalities: ['text'] }), /makes clips/);
  const title = '### Task:\nGenerate a title.\n### Output:\nJSON format: { "title": "…" }\nUSER: a red fox';
  assert.equal(await reply(clips, { model, messages: [user(title)] }), '{"title":"a red fox"}');
  const operator = await signedIn(kinora, 'operator');
  await operator.done('banned add', { words: 'weasel' });
  for (const [client, name] of [
    [images, 'sketch'],
    [clips, model],
  ] as const) {
    const error = await reply(client, { model: name, messages: [user('a weasel')] }).catch(
      (reason: unknown) => reason,
    );
    assert.equal((error as { code?: string }).code, 'banned_word');
  }
  await assert.rejects(reply(clips, { messages: [user('a fox')] }), OpenAI.BadRequestError);
  await assert.rejects(reply(clips, { model, messages: [user('a fox')], resolution: '9p' }), /resolution/);
  assert.equal(await count(), before);
});

test('models say that they make clips, and can be asked in a chat', async () => {
  const outputs = async (client: OpenAI, id: string) => {
    const { data } = await client.models.list();
    const { supported_endpoint_types: types, architecture } = data.find(
      each => each.id === id,
    ) as unknown as Record<string, any>;
    return [types, architecture.output_modalities];
  };
  assert.deepEqual(await outputs(clips, model), [['openai-video', 'openai'], ['video']]);
  assert.deepEqual(await outputs(images, 'sketch-animate'), [['openai'], ['video']]);
});

test('no key and a wrong key are refused in both formats', async () => {
  for (const path of ['chat/completions', 'responses'])
    for (const key of [undefined, 'kn_wrong']) {
      const json = { messages: [user('a fox')], input: 'a fox' };
      const { status } = await call(`${kinora.url}/v1/${path}`, { ...(key && { key }), json });
      assert.equal(status, 401);
    }
});

test('the ledger balances', async () => {
  const { problems, heldMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
});
