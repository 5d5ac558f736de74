/**
 * /mcp with the official inspector and the official SDK of the first generation, as they are published. In the environment:
 *
 * REAL_MCP  a folder in which `npm install @modelcontextprotocol/inspector @modelcontextprotocol/sdk` was run
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { promisify } from 'node:util';
import { recordOf, type ToolRecord } from '../support/clients/mcp-client.ts';
import { startTestApp, type TestApp } from '../support/servers/app.ts';

const folder = process.env['REAL_MCP'];
const skip = folder === undefined && 'Set REAL_MCP to a folder with the inspector and the SDK.';

let kinora: TestApp;

before(async () => {
  if (!skip) kinora = await startTestApp();
});

/** The JSON that the command line of the inspector prints. */
async function inspect(args: readonly string[], key = kinora.imageKey): Promise<any> {
  const program = join(folder ?? '', 'node_modules/.bin/mcp-inspector');
  const target = [
    '--cli',
    `${kinora.url}/mcp`,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${key}`,
  ];
  const env = { ...process.env, MCP_INSPECTOR_SECRET_STORE: 'memory' };
  // Tools that return an error end with a code; what they say is on standard output all the same.
  const { stdout } = await promisify(execFile)(program, [...target, ...args], {
    env,
    maxBuffer: 2 ** 26,
  }).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error;
    return { stdout: error.stdout };
  });
  const parsed = JSON.parse(stdout);
  return parsed.result ?? parsed;
}

async function call(
  name: string,
  values: Readonly<Record<string, unknown>>,
  key?: string,
): Promise<ToolRecord> {
  const pairs = Object.entries(values).flatMap(([argument, value]) => [
    '--tool-arg',
    `${argument}=${String(value)}`,
  ]);
  const result = await inspect(['--method', 'tools/call', '--tool-name', name, ...pairs], key);
  assert.notEqual(result.isError, true, JSON.stringify(result).slice(0, 500));
  return recordOf(result);
}

test('the inspector finds no fault in the schemas and runs every tool', { skip }, async () => {
  const { tools } = await inspect(['--method', 'tools/list', '--strict']);
  assert.equal(tools.length, 8);
  const grid = await call('generate_image', { prompt: 'a red fox', n: 4 });
  assert.equal(grid.images?.length, 4);
  assert.equal((await call('edit_image', { task: grid.task, action: 'vary_2' })).status, 'completed');
  assert.equal((await call('generate_video', { task: grid.task, number: 1 })).kind, 'clip');
  assert.equal((await call('describe_image', { task: grid.task })).texts?.length, 4);
  assert.equal((await call('get_task', { task: grid.task })).task, grid.task);
  const cancel = ['--method', 'tools/call', '--tool-name', 'cancel_task', '--tool-arg', `task=${grid.task}`];
  const refused = await inspect(cancel);
  assert.equal(refused.structuredContent.error.code, 'task_ended');
  assert.ok(await call('list_models', {}));
  assert.ok(await call('get_balance', {}));
  assert.equal(
    (await call('generate_video', { prompt: 'a fox', model: 'sketch-short' }, kinora.videoKey)).kind,
    'clip',
  );
  const { prompts } = await inspect(['--method', 'prompts/list']);
  assert.equal(prompts.length, 3);
  const { resources } = await inspect(['--method', 'resources/list']);
  assert.ok(resources.length > 10);
  const info = await inspect([
    '--method',
    'tools/call',
    '--tool-name',
    'generate_image',
    '--app-info',
    '--advertise-apps',
  ]);
  assert.match(JSON.stringify(info), /ui:\/\/kinora\/result\.html/);
});

test('the SDK of the first generation runs the tools', { skip }, async () => {
  const base = join(folder ?? '', 'node_modules/@modelcontextprotocol/sdk/dist/esm/client');
  const { Client } = await import(join(base, 'index.js'));
  const { StreamableHTTPClientTransport } = await import(join(base, 'streamableHttp.js'));
  const client = new Client({ name: 'first-generation', version: '1' });
  const headers = { authorization: `Bearer ${kinora.imageKey}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${kinora.url}/mcp`), { requestInit: { headers } }),
  );
  const heard: number[] = [];
  const made = await client.callTool(
    { name: 'generate_image', arguments: { prompt: 'an old fox' } },
    undefined,
    {
      onprogress: ({ progress }: { progress: number }) => heard.push(progress),
    },
  );
  assert.equal(recordOf(made).status, 'completed');
  const varied = await client.callTool({
    name: 'edit_image',
    arguments: { task: recordOf(made).task, action: 'vary_subtle' },
  });
  assert.equal(recordOf(varied).status, 'completed');
  const { rows } = await kinora.app.db.pool.query('select distinct client from tasks where prompt = $1', [
    'an old fox',
  ]);
  assert.deepEqual(rows, [{ client: 'first-generation' }]);
  await client.close();
});
