/**
 * Chat completions: pictures in clients that only chat, with follow-ups by words, and without
 * pictures for housekeeping requests.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import OpenAI from 'openai';
import sharp from 'sharp';
import { checkLedger } from '../../support/crashes/ledger-check.ts';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let client: OpenAI;

before(async () => {
  kinora = await startTestApp();
  client = new OpenAI({ baseURL: `${kinora.url}/v1`, apiKey: kinora.imageKey });
});

type Messages = OpenAI.ChatCompletionMessageParam[];

interface Reply {
  readonly content: string;
  readonly images: readonly string[];
}

async function reply(messages: Messages, more: object = {}): Promise<Reply> {
  const { choices } = await client.chat.completions.create({ model: 'sketch', messages, ...more });
  const [choice] = choices;
  assert.ok(choice);
  const { content, images = [] } = choice.message as unknown as {
    content: string;
    images?: { image_url: { url: string } }[];
  };
  return { content, images: images.map(image => image.image_url.url) };
}

async function readSize(address = ''): Promise<string> {
  const { width, height } = await sharp(await (await fetch(address)).bytes()).metadata();
  return `${width}x${height}`;
}

async function tasks(): Promise<number> {
  return (await kinora.app.db.pool.query('select from tasks')).rowCount ?? 0;
}

const fox = { role: 'user', content: 'a red fox at night --ar 3:2' } as const;
const assistant = (content: string) => ({ role: 'assistant', content }) as const;
const user = (content: string) => ({ role: 'user', content }) as const;

test('a message is a prompt, and the answer has the image as Markdown and as data of the message', async () => {
  const { content, images } = await reply([fox]);
  assert.equal(images.length, 1);
  assert.ok(content.includes(`](${images[0]})`), content);
  assert.equal(await readSize(images[0]), '1344x896');
  assert.match(content, /`\d{16}` · 0\.01 USD/);
  assert.match(content, /`vary subtle`.*`zoom out 2x`/);
});

test('several images are followed by U and V, as words of the next message', async () => {
  const four = await reply([fox], { n: 4 });
  assert.equal(four.images.length, 4);
  const conversation = [fox, assistant(four.content)];
  const second = await reply([...conversation, user('U2')]);
  assert.equal(second.images.length, 1);
  assert.equal(await readSize(second.images[0]), '1344x896');
  const variation = await reply([...conversation, user('please v3')]);
  assert.equal(variation.images.length, 4);
  const wider = await reply([...conversation, user('U2'), assistant(second.content), user('Zoom Out 2x!')]);
  assert.equal(wider.images.length, 4);
  const other = await reply([...conversation, user('a boat on a lake')]);
  assert.match(other.content, /!\[a boat on a lake]/);
});

test('an edit begins with the word, or brings an image', async () => {
  const first = await reply([fox]);
  const edit = await reply([fox, assistant(first.content), user('edit: a red fox in the snow')]);
  assert.equal(await readSize(edit.images[0]), '1344x896');
  const answer = await reply([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a red fox by day' },
        { type: 'image_url', image_url: { url: first.images[0] ?? '' } },
      ],
    },
  ]);
  assert.equal(answer.images.length, 1);
});

test('a stream shows progress, the image in both forms, the cost, and its end', async () => {
  const stream = await client.chat.completions.create({ model: 'sketch', messages: [fox], stream: true });
  const deltas: Record<string, any>[] = [];
  let cost: unknown;
  for await (const { choices, usage } of stream) {
    deltas.push(choices[0]?.delta as Record<string, any>);
    cost = (usage as { cost?: number } | undefined)?.cost ?? cost;
  }
  const content = deltas.map(delta => delta['content'] ?? '').join('');
  const images = deltas.flatMap(delta => delta['images'] ?? []);
  assert.equal(images.length, 1);
  assert.ok(content.includes(images[0].image_url.url));
  assert.equal(cost, 0.01);
});

/** As clients send them after a turn; the expected answer. */
const housekeeping: [string, RegExp][] = [
  [
    '### Task:\nGenerate a concise, 3-5 word title with an emoji summarizing the chat history.\n### Output:\nJSON format: { "title": "your concise title here" }\n### Chat History:\n<chat_history>\nUSER: a red fox at night --ar 3:2\nASSISTANT: …\n</chat_history>',
    /^\{"title":"a red fox at night"\}$/,
  ],
  [
    '### Task:\nGenerate 1-3 broad tags.\n### Output:\nJSON format: { "tags": ["tag1", "tag2", "tag3"] }',
    /^\{"tags":\["Images"\]\}$/,
  ],
  [
    '### Task:\nSuggest 3-5 relevant follow-up questions.\n### Output:\nJSON format: { "follow_ups": ["Question 1?"] }',
    /^\{"follow_ups":\[\]\}$/,
  ],
  [
    'Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\nConversation:\nUser: a boat on a lake',
    /^a boat on a lake$/,
  ],
];

test('titles, tags and follow-up questions are answered without a task', async () => {
  const before = await tasks();
  for (const [text, expected] of housekeeping) assert.match((await reply([user(text)])).content, expected);
  const inChinese = [
    {
      role: 'system',
      content: '你是一名擅长会话的助理，你需要将用户的会话总结为 10 个字以内的标题',
    } as const,
    user('User: 一只狐狸'),
  ];
  assert.equal((await reply(inChinese)).content, '一只狐狸');
  assert.match((await reply([user('Hello!')])).content, /makes images/);
  assert.equal(await tasks(), before);
});

test('an error is one of the SDK, and costs nothing', async () => {
  const before = await tasks();
  await assert.rejects(reply([fox], { model: 'gpt-9' }), OpenAI.BadRequestError);
  await assert.rejects(reply([user('Hello!')], { model: 'gpt-9' }), OpenAI.BadRequestError);
  await assert.rejects(reply([]), OpenAI.BadRequestError);
  assert.equal(await tasks(), before);
});

test('models say what they take and make, in the forms that clients read', async () => {
  const { data } = await client.models.list();
  const sketch = data.find(({ id }) => id === 'sketch') as unknown as Record<string, unknown>;
  assert.deepEqual(sketch['supported_endpoint_types'], ['image-generation', 'openai']);
  assert.deepEqual(sketch['architecture'], {
    input_modalities: ['text', 'image'],
    output_modalities: ['image'],
  });
});

test('the ledger balances', async () => {
  const { problems, heldMicros } = await checkLedger(kinora);
  assert.deepEqual([problems, heldMicros], [[], 0n]);
});
