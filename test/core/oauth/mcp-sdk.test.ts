/** The OAuth client of the official SDK of MCP against /mcp: from the first refusal to a refreshed key. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { generations, readRecord } from '../../support/clients/mcp-client.ts';
import { connectProgram, mcpProgram } from '../../support/clients/mcp-program.ts';
import { limits } from '../../support/clients/oauth-program.ts';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';

let kinora: TestApp;
let user: ConsoleClient;

before(async () => {
  kinora = await startTestApp();
  user = await signedIn(kinora, 'member');
});

for (const generation of generations) {
  test(`the ${generation} SDK asks the user, calls a tool, and refreshes its key when it has expired`, async () => {
    const program = mcpProgram(`${generation} agent`);
    const client = await connectProgram({ ...kinora, user, program, generation });
    assert.equal(program.authorizationUrl?.searchParams.get('resource'), `${kinora.url}/mcp`);
    const result = await client.callTool({ name: 'generate_image', arguments: { prompt: 'a granted fox' } });
    assert.equal(readRecord(result).status, 'completed');
    const [first] = [program.keys];
    const [token] = (await user.done('token list')).filter((one: any) => one.name === `${generation} agent`);
    await kinora.app.db.pool.query('update tokens set key_until = now() where id = $1', [token.id]);
    const balance = await client.callTool({ name: 'get_balance' });
    assert.equal((balance.structuredContent as any).caps.total.left, '4.99');
    assert.notEqual(program.keys?.access_token, first?.access_token);
    assert.notEqual(program.keys?.refresh_token, first?.refresh_token);
  });
}

test('the amount above which the user wants to be asked holds for the program', async () => {
  const program = mcpProgram('Careful agent');
  const client = await connectProgram({
    ...kinora,
    user,
    program,
    choices: { ...limits, ask_above: '0.01' },
  });
  const expensiveCall = await client.callTool({
    name: 'generate_image',
    arguments: { prompt: 'two foxes', n: 2 },
  });
  assert.match(JSON.stringify(expensiveCall.content), /costs 0\.02 USD.*without the consent/);
  const [token] = (await user.done('token list')).filter((one: any) => one.name === 'Careful agent');
  assert.equal(token.ask_above, '0.01');
});

test('a key that was granted for /mcp works nowhere else, and cannot be widened', async () => {
  const program = mcpProgram('Bound agent');
  await connectProgram({ ...kinora, user, program });
  const { access_token: key = '', refresh_token: refreshToken = '' } = program.keys ?? {};
  for (const path of ['/v1/models', '/v1/balance', '/mj/task/list', '/v1/images/tasks/1']) {
    const { status, body } = await call(`${kinora.url}${path}`, { key });
    assert.deepEqual([path, status], [path, 403]);
    assert.match(JSON.stringify(body), /key_audience|\/mcp only/);
  }
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    client_id: ((await program.clientInformation()) as { client_id: string }).client_id,
    refresh_token: refreshToken,
    resource: kinora.url,
  });
  const wider = await call(`${kinora.url}/oauth/token`, { method: 'POST', body: form });
  assert.deepEqual([wider.status, wider.body.error], [400, 'invalid_target']);
  form.set('resource', `${kinora.url}/mcp`);
  const tokenAnswer = await call(`${kinora.url}/oauth/token`, { method: 'POST', body: form });
  assert.equal(tokenAnswer.status, 200);
  assert.equal((await call(`${kinora.url}/v1/models`, { key: tokenAnswer.body.access_token })).status, 403);
});
