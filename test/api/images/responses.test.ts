/**
 * OpenAI's Responses API with OpenAI's own SDK: images in the text, or as data if
 * the client has the tool for it.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import OpenAI from 'openai';
import sharp from 'sharp';
import { startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let client: OpenAI;

before(async () => {
  kinora = await startTestApp();
  client = new OpenAI({ baseURL: `${kinora.url}/v1`, apiKey: kinora.imageKey });
});

const model = 'sketch';
const input = 'a red fox at night';

async function readShape(data: string | null): Promise<string> {
  const { format, width, height } = await sharp(Buffer.from(data ?? '', 'base64')).metadata();
  return `${format} ${width}x${height}`;
}

function listImages({ output }: OpenAI.Responses.Response) {
  return output.filter(item => item.type === 'image_generation_call');
}

async function tasks(): Promise<number> {
  return (await kinora.app.db.pool.query('select from tasks')).rowCount ?? 0;
}

test('an input is a prompt, and the answer has the image as Markdown', async () => {
  const response = await client.responses.create({ model, input });
  assert.match(response.output_text, /^!\[a red fox at night]\(http/);
  assert.match(response.output_text, /Reply .*`vary subtle`/);
  assert.equal(response.status, 'completed');
  assert.equal((response.usage as unknown as { cost: number }).cost, 0.01);
  assert.equal(listImages(response).length, 0);
});

test('with the tool of OpenAI, the image is data in the size and format of the tool', async () => {
  const tools = [{ type: 'image_generation', size: '512x512', output_format: 'webp' }] as never;
  const response = await client.responses.create({ model: 'gpt-5', input, tools }).catch(() => undefined);
  assert.equal(response, undefined, 'a model that does not exist is none');
  const generation = await client.responses.create({ model, input, tools });
  const [image] = listImages(generation);
  assert.equal(await readShape(image?.result ?? null), 'webp 512x512');
  const editTools = [{ type: 'image_generation', action: 'edit' }] as never;
  const edit = await client.responses.create({
    model,
    input: 'a red fox by day',
    tools: editTools,
    previous_response_id: generation.id,
  });
  assert.equal(await readShape(listImages(edit)[0]?.result ?? null), 'png 512x512');
  const task = edit.id.replace('resp_', '');
  const { rows } = await kinora.app.db.pool.query('select action from tasks where public_id = $1', [task]);
  assert.deepEqual(rows, [{ action: 'EDIT' }]);
});

test('a command is about the response before, named by its id, by its image or by its text', async () => {
  const first = await client.responses.create({ model, input, tools: [{ type: 'image_generation' }] });
  const command = { role: 'user', content: [{ type: 'input_text', text: 'vary subtle' }] };
  const user = { role: 'user', content: input };
  const [image] = listImages(first);
  const reference = { type: 'image_generation_call', id: image?.id, status: 'completed', result: null };
  const answer = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: first.output_text, annotations: [] }],
  };
  const requests = [
    { input: [command], previous_response_id: first.id },
    { input: [user, reference, command] },
    { input: [user, answer, command] },
  ];
  for (const request of requests) {
    const { output_text: text } = await client.responses.create({ model, ...(request as { input: never }) });
    assert.equal([...text.matchAll(/!\[/g)].length, 4, text);
  }
});

test('a stream has the events that the SDK puts together: progress as reasoning, then the items', async () => {
  const tools = [{ type: 'image_generation', partial_images: 2 }] as never;
  const stream = client.responses.stream({ model, input, tools });
  const types = new Set<string>();
  let reasoning = '';
  for await (const event of stream) {
    types.add(event.type);
    if (event.type === 'response.reasoning_summary_text.delta') reasoning += event.delta;
  }
  const final = await stream.finalResponse();
  assert.deepEqual(
    final.output.map(({ type }) => type),
    ['reasoning', 'image_generation_call', 'message'],
  );
  assert.match(final.output_text, /^!\[a red fox at night]/);
  assert.match(reasoning, /^0 %\n/);
  for (const type of ['response.created', 'response.output_text.delta', 'response.completed'])
    assert.ok(types.has(type), type);
});

test('titles and greetings are answered in words, whole and as a stream, without a task', async () => {
  const before = await tasks();
  const title = 'Provide a concise, 5-word-or-less title for the conversation.\n\nUser: a boat on a lake';
  assert.equal((await client.responses.create({ model, input: title })).output_text, 'a boat on a lake');
  const stream = client.responses.stream({ model, input: 'Hello!' });
  assert.match((await stream.finalResponse()).output_text, /makes images/);
  assert.equal(await tasks(), before);
});

test('an error is one of the SDK, and costs nothing', async () => {
  const before = await tasks();
  await assert.rejects(client.responses.create({ model: 'gpt-9', input }), OpenAI.BadRequestError);
  await assert.rejects(client.responses.create({ model, input: [] }), OpenAI.BadRequestError);
  assert.equal(await tasks(), before);
});
