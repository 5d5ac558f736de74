/** A signed-in user generates images and clips with one of their tokens, without its key. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { call, startTestApp, type TestApp } from '../../support/servers/app.ts';
import { consoleClient, signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';

let kinora: TestApp;
let member: ConsoleClient;
let owner: ConsoleClient;

before(async () => {
  kinora = await startTestApp();
  member = await signedIn(kinora, 'member');
  owner = await signedIn(kinora, 'owner');
});

const imagine = { prompt: 'a red fox' };

async function createToken(client: ConsoleClient, fields: object = {}): Promise<string> {
  const { body } = await client.run('token create', { group: 'image', name: 'of a test', ...fields });
  return body.id;
}

function make(client: ConsoleClient, token: string, headers: Record<string, string> = {}) {
  return client.post('/mj/submit/imagine', imagine, { 'kinora-token': token, ...headers });
}

/** Accepted: started, or queued behind the tasks of earlier tests. */
const acceptedCodes = [1, 22];

test("a submit of a session with the user's own token creates a task and counts as use of the token", async () => {
  const token = await createToken(member);
  const { body } = await make(member, token);
  assert.ok(acceptedCodes.includes(body.code));
  const headers = { 'kinora-token': token, cookie: member.cookie };
  const task = await call(`${kinora.url}/mj/task/${body.result}/fetch`, { headers });
  assert.equal(task.body.prompt, imagine.prompt);
  const { body: tokens } = await member.run('token list');
  assert.notEqual(tokens.data.find(({ id }: { id: string }) => id === token).last_used, null);
});

test('a task that a user submits in the Console belongs to the user, also with a token of the account', async () => {
  const { body } = await owner.run('token list');
  const shared = body.data.find(
    ({ user, kind }: { user: string | null; kind: string }) => !user && kind === 'image',
  );
  const taskId = (await make(owner, shared.id)).body.result;
  const { body: task } = await owner.run('task show', { task: taskId });
  const { body: me } = await owner.get('/api/session');
  assert.equal(task.user.id, me.user.id);
  const { body: mine } = await owner.run('task list', { user: me.user.email });
  assert.ok(mine.data.some(({ id }: { id: string }) => id === taskId));
  const byKey = (await call(`${kinora.url}/mj/submit/imagine`, { key: kinora.imageKey, json: imagine })).body
    .result;
  assert.equal((await owner.run('task show', { task: byKey })).body.user, null);
});

test('the limits of the token apply', async () => {
  const token = await createToken(member, { cap_total: '0.05' });
  assert.ok(acceptedCodes.includes((await make(member, token)).body.code));
  const { body } = await make(member, token);
  assert.equal(body.code, 4);
  assert.match(body.description, /0\.05/);
});

test('a member cannot use the tokens of others, an owner can use those of the account', async () => {
  const token = await createToken(owner);
  const { body } = await make(member, token);
  assert.equal(body.code, 4);
  assert.equal(body.result, null);
  assert.ok(acceptedCodes.includes((await make(owner, await createToken(member))).body.code));
});

test('a visitor who is not signed in cannot submit', async () => {
  const token = await createToken(owner);
  assert.equal((await make(consoleClient(kinora), token)).status, 401);
  const leaving = await signedIn(kinora, 'member');
  const sessionToken = await createToken(leaving);
  const { cookie } = leaving;
  const answer = await make(leaving, sessionToken);
  await leaving.remove('/api/session');
  const headers = { 'kinora-token': sessionToken, cookie };
  assert.equal((await call(`${kinora.url}/mj/task/${answer.body.result}/fetch`, { headers })).status, 401);
});

test('a revoked token and a token of the other group are rejected', async () => {
  const token = await createToken(member);
  await member.run('token revoke', { token });
  assert.equal((await make(member, token)).status, 401);
  const video = await createToken(member, { group: 'video' });
  assert.equal((await make(member, video)).status, 403);
});

test('a cross-site request cannot use the session', async () => {
  const token = await createToken(member);
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
    assert.equal((await make(member, token, headers as never)).status, 403);
  const { headers } = await fetch(`${kinora.url}/mj/submit/imagine`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type, Kinora-Token',
    },
  });
  assert.equal(headers.get('access-control-allow-headers'), 'content-type');
  assert.equal(headers.get('access-control-allow-credentials'), null);
});
