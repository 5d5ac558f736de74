/** Describe and shorten by a language model, and images by a program, through the image interface. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';
import { type ChatServer, startChatServer } from '../../support/providers/chat-server.ts';
import { type ConsoleClient, signedIn } from '../../support/clients/console-client.ts';
import { imageClient, type ImageClient } from '../../support/clients/image-client.ts';

const program = fileURLToPath(new URL('../../support/engines/command-program.ts', import.meta.url));
let kinora: TestApp;
let client: ImageClient;
let model: ChatServer;
let operator: ConsoleClient;
let owner: ConsoleClient;

before(async () => {
  model = await startChatServer();
  const file = join(await mkdtemp(join(tmpdir(), 'kinora-words-')), 'kinora.engines.yaml');
  await writeFile(
    file,
    `engines:
  script:
    kind: command
    settings:
      program: ${process.execPath}
      arguments: |
        ${program}
        {job}
`,
  );
  kinora = await startTestApp({ settings: { KINORA_ENGINES_FILE: file } });
  client = imageClient(kinora);
  operator = await signedIn(kinora, 'operator');
  owner = await signedIn(kinora, 'owner');
  const price = { unit: 'image', rules: [{ unitPrice: '0.02' }], tiers: { fast: '1' } };
  await operator.done('engine add', { engine: 'words', kind: 'chat', url: model.url });
  // It comes before the built-in engine, which does everything that the language model cannot.
  await operator.done('route change', { model: 'sketch', engine: 'sketch', priority: 1 });
  await operator.done('route add', { model: 'sketch', engine: 'words', upstream: 'tiny-vision' });
  await operator.done('model add', { model: 'reader', kind: 'image', operations: 'describe,shorten', price });
  await operator.done('route add', { model: 'reader', engine: 'words', upstream: 'large-vision' });
  await operator.done('model add', { model: 'script', kind: 'image', operations: 'grid', price });
  await operator.done('route add', { model: 'script', engine: 'script', upstream: 'tiny' });
});

test('a language model describes an image, and is asked once more if its answer is unusable', async () => {
  const picture = await sharp({ create: { width: 1456, height: 816, channels: 3, background: '#a53' } })
    .jpeg()
    .toBuffer();
  model.behavior.before = ['I see a plain brown picture.'];
  const record = await client.make('describe', {
    base64: `data:image/jpeg;base64,${picture.toString('base64')}`,
    model: 'reader',
  });
  assert.equal(record.status, 'SUCCESS', String(record.failReason));
  for (const name of ['literal', 'medium', 'mood', 'camera'])
    assert.ok(record.prompt?.includes(`${name}, as it is seen --ar 16:9`), String(record.prompt));
  assert.deepEqual(
    model.requests.map(({ model: name }) => name),
    ['large-vision', 'large-vision'],
  );
  assert.match(JSON.stringify(model.requests[1]?.messages), /I see a plain brown picture/);
});

test('a language model shortens a prompt without adding words', async () => {
  const record = await client.make('shorten', { prompt: 'a red fox beside a lighthouse' });
  assert.equal(record.status, 'SUCCESS', String(record.failReason));
  assert.match(JSON.stringify(record), /\*\*a\*\* red fox beside a lighthouse/);
  assert.equal(model.requests.at(-1)?.model, 'tiny-vision');
});

test('shorten uses the requested model, or the model of the prompt if that one can shorten', async () => {
  const answeringModel = async (body: object) => {
    const { status, failReason } = await client.make('shorten', { prompt: 'a red fox', ...body });
    assert.equal(status, 'SUCCESS', String(failReason));
    return model.requests.at(-1)?.model;
  };
  assert.equal(await answeringModel({ model: 'reader' }), 'large-vision');
  assert.equal(await answeringModel({ prompt: 'a red fox --model reader' }), 'large-vision');
  assert.equal(await answeringModel({ prompt: 'a red fox --model script' }), 'tiny-vision');
  const { body } = await client.submit('shorten', { prompt: 'a red fox', model: 'script' });
  assert.deepEqual(
    [body.code, /"script" does not support shorten\. .*reader/.test(body.description)],
    [4, true],
    body.description,
  );
});

test('the default model answers questions that name no model', async () => {
  const answeringModel = async (name: string, body: object) => {
    const { status, failReason } = await client.make(name, body);
    assert.equal(status, 'SUCCESS', String(failReason));
    return model.requests.at(-1)?.model;
  };
  const listAnsweringModels = async () => [
    await answeringModel('shorten', { prompt: 'a red fox' }),
    await answeringModel('describe', { base64: await picture() }),
  ];
  await operator.done('model change', { model: 'reader', default_for: 'describe,shorten' });
  assert.deepEqual(await listAnsweringModels(), ['large-vision', 'large-vision']);
  assert.equal(await answeringModel('shorten', { prompt: 'a red fox --model sketch' }), 'tiny-vision');
  assert.equal(await answeringModel('describe', { base64: await picture(), model: 'sketch' }), 'tiny-vision');
  const modelDetails = await operator.done('model show', { model: 'reader' });
  assert.deepEqual(modelDetails.default_for, ['describe', 'shorten']);
  await operator.done('model change', { model: 'reader', default_for: 'shorten' });
  assert.deepEqual(await listAnsweringModels(), ['large-vision', 'tiny-vision']);
  await operator.done('model change', { model: 'reader', default_for: 'none' });
  assert.deepEqual(await listAnsweringModels(), ['tiny-vision', 'tiny-vision']);
});

test('a model is the default only for what it supports', async () => {
  await assert.rejects(
    operator.done('model change', { model: 'script', default_for: 'shorten' }),
    /does not support shorten: add it to its operations/,
  );
  await operator.done('model change', { model: 'reader', default_for: 'describe' });
  await assert.rejects(
    operator.done('model change', { model: 'reader', operations: 'shorten' }),
    /default_for.*does not support describe/,
  );
  await operator.done('model change', { model: 'reader', default_for: 'none' });
});

test('the model of a prompt that is shortened must exist, and stays in the shorter prompts', async () => {
  const { body } = await client.submit('shorten', { prompt: 'a red fox --model striped' });
  assert.deepEqual([body.code, /--model.*striped.*script/.test(body.description)], [4, true]);
  const { properties } = await client.make('shorten', { prompt: 'a red fox --model script' });
  assert.match(String(properties['finalPrompt']), /1.* --model script\n/);
});

test('every submit takes the field `model`, and says why a model cannot do its job', async () => {
  const base64 = await picture();
  for (const [action, fields, operation] of [
    ['describe', { base64 }, 'describe'],
    ['edits', { image: base64, prompt: 'a red fox' }, 'edit'],
    ['edits', { image: base64, prompt: 'a red fox --model script' }, 'edit'],
    ['video', { image: base64 }, 'clip'],
  ] as const) {
    const { body } = await client.submit(action, { model: 'script', ...fields });
    assert.match(
      body.description,
      new RegExp(`"script" does not support ${operation}\\. Choose one of .*sketch`),
    );
  }
  const { body } = await client.submit('blend', { base64Array: [base64, base64], model: 'reader' });
  assert.match(body.description, /"reader" does not support grid\. Choose one of .*script/);
});

async function picture(): Promise<string> {
  const image = sharp({ create: { width: 256, height: 256, channels: 3, background: '#a53' } });
  return (await image.png().toBuffer()).toString('base64');
}

test('a model whose answers are always unusable fails the job without a charge', async () => {
  model.behavior.content = 'no';
  const record = await client.make('shorten', { prompt: 'a red fox' });
  assert.deepEqual([record.status, record.usage.charged], ['FAILURE', false]);
});

/** The engine's cause of the failure, as the operator and the owner of the account see it. */
async function readCauses(task: string): Promise<readonly [operator: unknown, owner: unknown]> {
  const taskViews = await Promise.all([operator, owner].map(one => one.done('task show', { task })));
  return [taskViews[0].error_cause, taskViews[1].error_cause];
}

test('an unusable answer is shown to operators only', async () => {
  model.behavior.content = 'I would rather not.';
  const { id, status } = await client.make('shorten', { prompt: 'a red fox' });
  assert.equal(status, 'FAILURE');
  assert.deepEqual(await readCauses(id), ['It responded: I would rather not.', null]);
});

test('the last lines of a failed program are shown to operators only', async () => {
  const { id, status, failReason } = await client.make('imagine', { prompt: 'fail --model script' });
  assert.equal(status, 'FAILURE');
  const [cause, hidden] = await readCauses(id);
  assert.match(String(cause), /out of memory/);
  assert.equal(hidden, null);
  assert.doesNotMatch(String(failReason), /out of memory/);
});

test('a program generates the images of a grid and leaves nothing behind', async () => {
  const record = await client.make('imagine', { prompt: 'a red fox --model script' });
  assert.equal(record.status, 'SUCCESS', String(record.failReason));
  assert.equal(record.imageUrls?.length, 4);
  assert.deepEqual(await readdir(join(kinora.dataDir, 'work', 'command', 'script')), []);
});
