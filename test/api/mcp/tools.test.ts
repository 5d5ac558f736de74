/** The tools of /mcp, called by the official client in both generations of the protocol. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import sharp from 'sharp';
import type { Client } from '@modelcontextprotocol/client';
import {
  connectMcp,
  readError,
  generations,
  readRecord,
  type ToolRecord,
} from '../../support/clients/mcp-client.ts';
import { dataUrl, renderPng } from '../../support/clients/video-client.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;

before(async () => {
  kinora = await startTestApp({ settings: { KINORA_MCP_ORIGINS: 'https://chat.example.com' } });
});

const imageTools = ['generate_image', 'edit_image', 'generate_video', 'describe_image'];
const readers = ['get_task', 'cancel_task', 'list_models', 'get_balance'];

for (const generation of generations) {
  test(`a ${generation} client makes an image and gets its record, a preview for people and a link`, async () => {
    const client = await connectMcp({ url: kinora.url, key: kinora.imageKey, generation });
    const result = await client.callTool({
      name: 'generate_image',
      arguments: { prompt: 'a red fox', n: 2 },
    });
    const record = readRecord(result);
    assert.deepEqual([result.isError, record.status, record.images?.length], [undefined, 'completed', 2]);
    assert.deepEqual(
      result.content.map(({ type }) => type),
      ['text', 'image', 'image', 'resource_link', 'resource_link'],
    );
    const [, preview, , link] = result.content as Record<string, any>[];
    assert.deepEqual(preview?.['annotations'], { audience: ['user'] });
    const file = await fetch(link?.['uri']);
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/png']);
    const fetchedTask = await client.callTool({ name: 'get_task', arguments: { task: record.task } });
    assert.deepEqual(fetchedTask.structuredContent, record);
    const numericCall = await client.callTool({ name: 'get_task', arguments: { task: Number(record.task) } });
    assert.deepEqual(numericCall.structuredContent, record, 'some programs make numbers of digits');
  });

  test(`a ${generation} client can use every tool of an image token`, async () => {
    const client = await connectMcp({ url: kinora.url, key: kinora.imageKey, generation });
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...imageTools, ...readers],
    );
    const grid = await make(client, 'generate_image', { prompt: 'a red fox', n: 4, seed: 7 });
    assert.equal(grid.seed, 7);
    const variation = await make(client, 'edit_image', { task: grid.task, action: 'vary_2' });
    assert.equal(variation.parent, grid.task);
    const selected = await make(client, 'edit_image', { task: grid.task, action: 'select_1' });
    const edit = await make(client, 'edit_image', { task: selected.task, prompt: 'a blue fox' });
    assert.equal(edit.prompt, 'a blue fox');
    const values = { images: [dataUrl(await renderPng(1))], prompt: 'a blue fox' };
    assert.equal((await make(client, 'edit_image', values)).images?.length, 1);
    const mask = dataUrl(await whitePng());
    const region = { task: selected.task, action: 'region', prompt: 'a wolf', mask };
    assert.equal((await make(client, 'edit_image', region)).kind, 'image');
    const clip = await make(client, 'generate_video', { task: grid.task, number: 3, prompt: 'it runs' });
    assert.deepEqual([clip.kind, clip.clips?.length, clip.clips?.[0]?.seconds], ['clip', 1, 5]);
    const description = await make(client, 'describe_image', { task: grid.task, number: 2 });
    assert.equal(description.texts?.length, 4);
    const cancelled = await client.callTool({ name: 'cancel_task', arguments: { task: grid.task } });
    assert.match(readText(cancelled), /already succeeded/);
    const { models } = (await client.callTool({ name: 'list_models' })).structuredContent as any;
    assert.ok(models.some(({ id }: { id: string }) => id === 'sketch'));
    const balance = (await client.callTool({ name: 'get_balance' })).structuredContent as any;
    assert.equal(balance.spendable, balance.available);
  });
}

test('a token of a video group has the tools for its clips', async () => {
  const client = await connectMcp({ url: kinora.url, key: kinora.videoKey });
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['generate_video', ...readers],
  );
  const names = Object.keys(tools[0]?.inputSchema.properties ?? {});
  assert.ok(['seconds', 'resolution'].every(name => names.includes(name)));
  const clip = await make(client, 'generate_video', { prompt: 'a fox', model: 'sketch-short' });
  assert.equal(clip.clips?.length, 1);
  const remix = await make(client, 'generate_video', { prompt: 'a wolf', task: clip.task });
  assert.equal(remix.parent, clip.task);
  const rejection = await client.callTool({
    name: 'generate_video',
    arguments: { prompt: 'a', task: clip.task, seconds: 8 },
  });
  assert.match(readText(rejection), /"seconds" cannot be used with .*Allowed besides it: prompt/);
});

test('an error says what is allowed, and nothing is charged', async () => {
  const client = await connectMcp({ url: kinora.url, key: kinora.imageKey });
  const before = await call(`${kinora.url}/mj/task/list`, { key: kinora.imageKey });
  const grid = before.body.find(({ action }: { action: string }) => action === 'IMAGINE');
  const callForError = async (name: string, values: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: values });
    assert.equal(result.isError, true, JSON.stringify(values));
    assert.equal(result.structuredContent, undefined, 'older clients check it against the schema of results');
    return [readError(result)?.code, readText(result)];
  };
  const rejections = [
    await callForError('generate_image', { prompt: 'a fox', colour: 'red' }),
    await callForError('generate_image', { prompt: 'a fox', n: 11 }),
    await callForError('generate_image', { prompt: 'a fox', model: 'dall-e' }),
    await callForError('generate_image', { prompt: 'a fox --ar 1:1', size: '512x512' }),
    await callForError('edit_image', { task: grid.id, action: 'pan_left' }),
    await callForError('edit_image', { task: grid.id, action: 'vary_1', n: 2 }),
    await callForError('edit_image', { task: grid.id }),
    await callForError('get_task', { task: '1' }),
    await callForError('draw', {}),
  ];
  assert.deepEqual(
    rejections.map(([code]) => code),
    [
      'field_unknown',
      'field_invalid',
      'field_invalid',
      'parameter_conflict',
      'action_unknown',
      'argument_unfit',
      'edit_unclear',
      'task_unknown',
      'tool_unknown',
    ],
  );
  assert.match(rejections[0]?.[1] ?? '', /aspect_ratio/);
  assert.match(rejections[4]?.[1] ?? '', /Allowed: select_1, .*vary_4/);
  const after = await call(`${kinora.url}/mj/task/list`, { key: kinora.imageKey });
  assert.equal(after.body.length, before.body.length);
});

test('errors name the arguments of the tool, whatever the interface behind it calls them', async () => {
  const client = await connectMcp({ url: kinora.url, key: kinora.imageKey });
  const grid = await make(client, 'generate_image', { prompt: 'a fox', n: 2 });
  const clip = await make(client, 'generate_video', { task: grid.task });
  const callForError = async (name: string, values: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: values });
    const error = readError(result);
    assert.ok(error, JSON.stringify(result));
    return [error.param, error.message] as const;
  };
  const image = dataUrl(await renderPng(1));
  assert.equal((await callForError('generate_video', { image, end_image: 'nothing' }))[0], 'end_image');
  assert.equal(
    (await callForError('generate_video', { prompt: 'a fox', end_image: 'nothing' }))[0],
    'end_image',
  );
  assert.equal((await callForError('generate_video', { image: 'nothing' }))[0], 'image');
  assert.equal((await callForError('edit_image', { images: [' '], prompt: 'a fox' }))[0], 'images.0');
  assert.match(
    (await callForError('generate_video', { image, number: 2 }))[1],
    /"number" and "image" exclude/,
  );
  const [argument, text] = await callForError('generate_video', { task: clip.task });
  assert.equal(argument, 'action');
  assert.match(text, /allowed: extend_1_high, extend_1_low/);
  for (const name of ['generate_video', 'describe_image', 'edit_image']) {
    const values = { task: grid.task, number: 3, ...(name !== 'describe_image' && { prompt: 'a fox' }) };
    assert.match(
      (await callForError(name, values))[1],
      new RegExp(`Task ${grid.task} has no image 3. It has 2`),
    );
  }
  assert.match((await callForError('edit_image', { task: '../x', prompt: 'a fox' }))[1], /no task \.\.\/x/);
});

test('an argument adds no parameters to the prompt', async () => {
  const client = await connectMcp({ url: kinora.url, key: kinora.imageKey });
  const last = dataUrl(await renderPng(1));
  const clip = await make(client, 'generate_video', { prompt: 'a straight fox', end_image: last });
  assert.equal(clip.clips?.length, 1);
  const before = await countTasks('a sly fox');
  for (const values of [
    { end_image: `${last} --bs 4` },
    { end_image: `https://example.com/a.png --bs 4` },
    { aspect_ratio: '1:1 --bs 4' },
    { model: 'sketch --bs 4' },
  ]) {
    const result = await client.callTool({
      name: 'generate_video',
      arguments: { prompt: 'a sly fox', ...values },
    });
    assert.ok(readError(result), JSON.stringify(values));
  }
  assert.equal(await countTasks('a sly fox'), before);
});

async function countTasks(prompt: string): Promise<number> {
  const { rowCount } = await kinora.app.db.pool.query('select from tasks where prompt like $1', [
    `${prompt}%`,
  ]);
  return rowCount ?? 0;
}

test('names of tools are short, because clients put the name of the server in front and limit both to 64', async () => {
  for (const key of [kinora.imageKey, kinora.videoKey]) {
    const { tools } = await (await connectMcp({ url: kinora.url, key })).listTools();
    for (const { name } of tools) assert.match(name, /^[a-z_]{1,24}$/);
  }
});

test('a task names the program that called, and usage is counted by it', async () => {
  for (const generation of generations) {
    const name = `${generation}-studio`;
    const client = await connectMcp({ url: kinora.url, key: kinora.imageKey, generation, name });
    const { task } = await make(client, 'generate_image', { prompt: 'a named fox' });
    const { rows } = await kinora.app.db.pool.query('select client from tasks where public_id = $1', [task]);
    assert.deepEqual(rows, [{ client: name }]);
  }
});

test('a call without a key is told where to get one', async () => {
  const { status, headers, body } = await call(`${kinora.url}/mcp`, {
    json: { jsonrpc: '2.0', id: 1, method: 'ping' },
  });
  assert.equal(status, 401);
  assert.equal(
    headers.get('www-authenticate'),
    `Bearer resource_metadata="${kinora.url}/.well-known/oauth-protected-resource/mcp"`,
  );
  assert.equal(body.error.data.code, 'key_missing');
});

test('pages of other sites are refused unless the operator has allowed their origin', async () => {
  const readStatus = async (origin: string) => {
    const json = { jsonrpc: '2.0', id: 1, method: 'ping' };
    return (await call(`${kinora.url}/mcp`, { key: kinora.imageKey, json, headers: { origin } })).status;
  };
  assert.equal(await readStatus('https://evil.example.com'), 403);
  assert.notEqual(await readStatus('https://chat.example.com'), 403);
  assert.notEqual(await readStatus('http://localhost:6274'), 403);
});

test('resources are finished tasks and the documentation, and prompts are starters', async () => {
  const client = await connectMcp({ url: kinora.url, key: kinora.imageKey });
  const { task } = await make(client, 'generate_image', { prompt: 'a fox of record' });
  const { resources } = await client.listResources();
  assert.ok(resources.some(({ uri }) => uri === `kinora://tasks/${task}`));
  const readResource = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content && 'text' in content ? content.text : '';
  };
  assert.equal(JSON.parse(await readResource(`kinora://tasks/${task}`)).task, task);
  assert.match(await readResource('kinora://docs/prompts'), /^# /);
  await assert.rejects(readResource('kinora://docs/secrets'), /There is no resource/);
  const { prompts } = await client.listPrompts();
  const [first] = prompts;
  const { messages } = await client.getPrompt({ name: first?.name ?? '', arguments: { subject: 'a fox' } });
  assert.match(JSON.stringify(messages), /four images of: a fox/);
});

test('tasks of another account are unknown', async () => {
  const client = await connectMcp({ url: kinora.url, key: kinora.imageKey });
  const { task } = await make(client, 'generate_image', { prompt: 'a private fox' });
  const other = await connectMcp({ url: kinora.url, key: kinora.videoKey });
  const result = await other.callTool({ name: 'get_task', arguments: { task } });
  assert.match(readText(result), /task_unknown/);
});

function whitePng(): Promise<Buffer> {
  return sharp({ create: { width: 64, height: 64, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
}

async function make(client: Client, name: string, values: Record<string, unknown>): Promise<ToolRecord> {
  const result = await client.callTool({ name, arguments: values });
  const record = readRecord(result);
  assert.equal(record.status, 'completed', `${name} ${JSON.stringify(values)}: ${readText(result)}`);
  return record;
}

function readText({ content }: Awaited<ReturnType<Client['callTool']>>): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}
