/**
 * /mcp and `kinora mcp` with the official inspector and the official SDK of the first generation, as they are
 * published. In the environment:
 *
 * REAL_MCP  a folder in which `npm install @modelcontextprotocol/inspector @modelcontextprotocol/sdk` was run
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { signedIn } from '../support/clients/console-client.ts';
import { readError, readRecord, type ToolRecord } from '../support/clients/mcp-client.ts';
import { mcpProgram } from '../support/clients/mcp-program.ts';
import { allow } from '../support/clients/oauth-program.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';

const folder = process.env['REAL_MCP'];
const skip = folder === undefined && 'Set REAL_MCP to a folder with the inspector and the SDK.';
const launcher = fileURLToPath(new URL('../../bin/kinora.js', import.meta.url));
const doors = ['/mcp', 'kinora mcp'] as const;
type Door = (typeof doors)[number];

let kinora: TestApp;

before(async () => {
  if (!skip) kinora = await startTestApp();
});

type Values = Readonly<Record<string, unknown>>;
/** Calls a tool, and returns its whole result. */
type CallTool = (name: string, values: Values) => Promise<any>;

/** Every tool of an image token, and that of a video token, as an agent uses them one after the other. */
async function runEveryTool(callImage: CallTool, callVideo: CallTool): Promise<void> {
  const record = async (name: string, values: Values, callTool = callImage): Promise<ToolRecord> => {
    const result = await callTool(name, values);
    assert.notEqual(result.isError, true, JSON.stringify(result).slice(0, 500));
    return readRecord(result);
  };
  const grid = await record('generate_image', { prompt: 'a red fox', n: 4 });
  assert.equal(grid.images?.length, 4);
  assert.equal((await record('edit_image', { task: grid.task, action: 'vary_2' })).status, 'completed');
  assert.equal((await record('generate_video', { task: grid.task, number: 1 })).kind, 'clip');
  assert.equal((await record('describe_image', { task: grid.task })).texts?.length, 4);
  assert.equal((await record('get_task', { task: grid.task })).task, grid.task);
  const refusal = await callImage('cancel_task', { task: grid.task });
  assert.deepEqual([refusal.isError, readError(refusal)?.code], [true, 'task_ended']);
  const { models } = (await callImage('list_models', {})).structuredContent;
  assert.ok(models.length > 0);
  assert.ok((await callImage('get_balance', {})).structuredContent.currency);
  const clip = { prompt: 'a fox', model: 'sketch-short' };
  assert.equal((await record('generate_video', clip, callVideo)).kind, 'clip');
}

/** The JSON that the command line of the inspector prints. */
async function inspect(door: Door, args: readonly string[], key = kinora.imageKey): Promise<any> {
  const program = join(folder ?? '', 'node_modules/.bin/mcp-inspector');
  const target =
    door === '/mcp'
      ? [`${kinora.url}/mcp`, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
      : ['-e', `KINORA_URL=${kinora.url}`, '-e', `KINORA_TOKEN=${key}`, process.execPath, launcher, 'mcp'];
  const env = {
    ...process.env,
    MCP_INSPECTOR_SECRET_STORE: 'memory',
    MCP_CATALOG_PATH: join(kinora.dataDir, 'inspector.json'),
  };
  // Tools that return an error end with a code; what they say is on standard output all the same.
  const { stdout } = await promisify(execFile)(program, ['--cli', ...target, ...args], {
    env,
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  const parsed = JSON.parse(stdout);
  return parsed.result ?? parsed;
}

function inspectorCall(door: Door, key: string): CallTool {
  return (name, values) => {
    const pairs = Object.entries(values).flatMap(([argument, value]) => [
      '--tool-arg',
      `${argument}=${String(value)}`,
    ]);
    return inspect(door, ['--method', 'tools/call', '--tool-name', name, ...pairs], key);
  };
}

for (const door of doors) {
  test(`the inspector finds no fault in the schemas of ${door} and runs every tool`, { skip }, async () => {
    const { tools } = await inspect(door, ['--method', 'tools/list', '--strict']);
    assert.equal(tools.length, 8);
    await runEveryTool(inspectorCall(door, kinora.imageKey), inspectorCall(door, kinora.videoKey));
    const { prompts } = await inspect(door, ['--method', 'prompts/list']);
    assert.equal(prompts.length, 3);
    const { resources } = await inspect(door, ['--method', 'resources/list']);
    assert.ok(resources.length > 10);
    const probe = ['--method', 'tools/call', '--tool-name', 'generate_image'];
    const info = await inspect(door, [...probe, '--app-info', '--advertise-apps']);
    assert.match(JSON.stringify(info), /ui:\/\/kinora\/result\.html/);
  });
}

/** A module of the SDK of the first generation. */
const sdk = (module: string): Promise<any> =>
  import(join(folder ?? '', 'node_modules/@modelcontextprotocol/sdk/dist/esm/client', module));

async function connectFirst(door: Door, key: string): Promise<any> {
  const { Client } = await sdk('index.js');
  const client = new Client({ name: 'first-generation', version: '1' });
  if (door === '/mcp') {
    const { StreamableHTTPClientTransport } = await sdk('streamableHttp.js');
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${kinora.url}/mcp`), { requestInit }));
    return client;
  }
  const { StdioClientTransport } = await sdk('stdio.js');
  const env = { ...process.env, KINORA_URL: kinora.url, KINORA_TOKEN: key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [launcher, 'mcp'], env }));
  return client;
}

for (const door of doors) {
  test(`the SDK of the first generation runs every tool of ${door}`, { skip }, async () => {
    const image = await connectFirst(door, kinora.imageKey);
    const video = await connectFirst(door, kinora.videoKey);
    const callWith = (client: any): CallTool => {
      return (name, values) => client.callTool({ name, arguments: values });
    };
    await image.listTools();
    await runEveryTool(callWith(image), callWith(video));
    const { rows } = await kinora.app.db.pool.query(
      'select distinct client from tasks where client like $1',
      ['first%'],
    );
    assert.deepEqual(rows, [{ client: 'first-generation' }]);
    await image.close();
    await video.close();
  });
}

test('the OAuth client of the first generation gets a key and refreshes it', { skip }, async () => {
  const user = await signedIn(kinora, 'member');
  const { Client } = await sdk('index.js');
  const { StreamableHTTPClientTransport } = await sdk('streamableHttp.js');
  const program = mcpProgram('First generation');
  const open = () => ({
    client: new Client({ name: 'first-generation', version: '1' }),
    transport: new StreamableHTTPClientTransport(new URL(`${kinora.url}/mcp`), { authProvider: program }),
  });
  const refusedConnection = open();
  await assert.rejects(refusedConnection.client.connect(refusedConnection.transport), /Unauthorized/);
  assert.ok(program.authorizationUrl);
  const { body } = await allow(user, program.authorizationUrl);
  await refusedConnection.transport.finishAuth(new URL(body.location).searchParams.get('code'));
  const { client, transport } = open();
  await client.connect(transport);
  const before = program.keys?.access_token;
  assert.ok((await client.listTools()).tools.length > 0);
  await kinora.app.db.pool.query('update tokens set key_until = now() where client_id is not null');
  const result = await client.callTool({ name: 'generate_image', arguments: { prompt: 'an old fox' } });
  assert.equal(readRecord(result).status, 'completed');
  assert.notEqual(program.keys?.access_token, before);
  await client.close();
});
