/**
 * Authorization: every route of the table and every procedure, called by every kind of caller. A route
 * without a row here fails the test.
 * @NOTE length: it is one table and the code that reads it.
 */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { createToken } from '../../../src/core/accounts/change-token.ts';
import type { UserRole } from '../../../src/core/accounts/users.ts';
import type { Route } from '../../../src/api/http/route.ts';
import { sha256 } from '../../../src/platform/lib/id.ts';
import { procedures } from '../../../src/api/procedures/table/procedures.ts';
import { anotherAccount } from '../../support/clients/another-account.ts';
import { call } from '../../support/servers/app.ts';
import { consoleClient, signedIn, type ConsoleClient } from '../../support/clients/console-client.ts';
import { dataUrl, renderPng } from '../../support/clients/video-client.ts';
import { routeTable } from '../../support/requests/route-table.ts';
import { makeStandingTasks, type StandingTasks } from '../../support/requests/standing-tasks.ts';
import { type ScriptedApp, startScriptedApp } from '../../support/setups/scripted-app.ts';

interface Line {
  /**
   * open: anyone, without a key; make: costs money; read: one object of the account; list: a list of the
   * account's objects; console: authorized by the session, see below; oauth: authorized by codes and
   * refresh tokens (test/core/oauth).
   */
  readonly kind: 'open' | 'make' | 'read' | 'list' | 'console' | 'oauth';
  readonly body?: (standing: StandingTasks) => object;
  /** It names an object of the account, which a key of another account does not find. */
  readonly names?: true;
  /** It costs nothing, so no spending cap rejects it. */
  readonly free?: true;
  /** The status that a valid key gets. */
  readonly good?: number;
  /** The status for a token limited to another model. */
  readonly limitedStatus?: number;
  /** The status for every caller after the first. */
  readonly goneStatus?: number;
  /** A token of any group may call it. */
  readonly any?: true;
  readonly id?: (standing: StandingTasks) => string;
}

const cat = { prompt: 'a cat asleep --v 1' };
const clip = { model: 'sketch-short', prompt: 'a cat', resolution: '480p', aspect_ratio: '1:1' };
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
let picture: string;
const gridId = ({ grid }: StandingTasks) => grid.id;
const clipId = (standing: StandingTasks) => standing.clip;
const hook = '00000000-0000-4000-8000-000000000000';

const table: Readonly<Record<string, Line>> = {
  'POST /mj/submit/imagine': { kind: 'make', body: () => cat },
  'POST /mj/submit/action': {
    kind: 'make',
    names: true,
    body: ({ grid }) => ({ taskId: grid.id, customId: `MJ::JOB::variation::1::${grid.job}` }),
  },
  'POST /mj/submit/change': {
    kind: 'make',
    names: true,
    body: ({ grid }) => ({ taskId: grid.id, action: 'VARIATION', index: 1 }),
  },
  'POST /mj/submit/simple-change': {
    kind: 'make',
    names: true,
    body: ({ grid }) => ({ content: `${grid.id} V2` }),
  },
  'POST /mj/submit/modal': {
    kind: 'make',
    names: true,
    body: ({ zoomModal }) => ({ taskId: zoomModal, prompt: 'a cat --zoom 1.5' }),
  },
  'POST /mj/submit/shorten': {
    kind: 'make',
    free: true,
    body: () => ({ prompt: 'a cat on a very long wall' }),
  },
  'POST /mj/submit/show': { kind: 'read', names: true, body: ({ solo }) => ({ jobId: solo.job }) },
  'POST /mj/submit/blend': {
    kind: 'make',
    body: () => ({ base64Array: [picture, picture] }),
  },
  'POST /mj/submit/describe': { kind: 'make', body: () => ({ base64: picture }) },
  'POST /mj/submit/edits': { kind: 'make', body: () => ({ ...cat, image: picture }) },
  'POST /mj/submit/retexture': { kind: 'make', body: () => ({ ...cat, image: picture }) },
  'POST /mj/submit/video': {
    kind: 'make',
    body: () => ({ prompt: 'a cat', image: picture }),
  },
  'POST /mj/submit/upload-discord-images': {
    kind: 'list',
    body: () => ({ base64Array: [picture] }),
  },
  'GET /mj/task/:id/fetch': { kind: 'read', names: true, id: gridId },
  'GET /mj/task/:id/events': { kind: 'read', names: true, id: gridId },
  'GET /mj/task/:id/image-seed': { kind: 'read', names: true, id: gridId },
  'POST /mj/task/:id/cancel': { kind: 'read', names: true, id: gridId, body: () => ({}) },
  'POST /mj/task/list-by-condition': { kind: 'list', body: ({ grid }) => ({ ids: [grid.id] }) },
  'GET /mj/task/list': { kind: 'list' },
  'GET /mj/task/queue': { kind: 'list' },
  'POST /v1/images/generations': { kind: 'make', body: () => cat },
  'POST /v1/images/generations/async': { kind: 'make', good: 202, body: () => cat },
  'POST /v1/images/edits': { kind: 'make', body: () => ({ ...cat, images: [{ image_url: picture }] }) },
  'POST /v1/images/edits/async': {
    kind: 'make',
    good: 202,
    body: () => ({ ...cat, images: [{ image_url: picture }] }),
  },
  'POST /v1/images/variations': { kind: 'make', body: () => ({ image: picture }) },
  'POST /v1/images/variations/async': { kind: 'make', good: 202, body: () => ({ image: picture }) },
  'POST /v1/responses': { kind: 'make', any: true, body: () => ({ input: cat.prompt }) },
  'POST /api/v1/images': { kind: 'make', body: () => cat },
  'POST /api/v1/videos': { kind: 'make', good: 202, body: () => clip },
  'GET /api/v1/videos/:id': { kind: 'read', names: true, id: clipId },
  'GET /api/v1/videos/:id/content': { kind: 'read', names: true, id: clipId },
  'POST /v1/chat/completions': {
    kind: 'make',
    any: true,
    body: () => ({ messages: [{ role: 'user', content: cat.prompt }] }),
  },
  'POST /v1/images/quote': { kind: 'list', limitedStatus: 403, body: () => cat },
  'GET /v1/images/tasks/:id': { kind: 'read', names: true, any: true, id: gridId },
  'POST /v1/videos': { kind: 'make', body: () => clip },
  'POST /v1/videos/quote': { kind: 'list', limitedStatus: 403, body: () => clip },
  'POST /v1/videos/edits': {
    kind: 'make',
    names: true,
    body: ({ clip: id }) => ({ prompt: 'a dog', video: { id } }),
  },
  'POST /v1/videos/extensions': {
    kind: 'make',
    names: true,
    good: 400,
    body: ({ clip: id }) => ({ prompt: 'a dog', video: { id } }),
  },
  'POST /v1/videos/:id/remix': { kind: 'make', names: true, id: clipId, body: () => ({ prompt: 'a dog' }) },
  'POST /v1/videos/:id/cancel': { kind: 'read', names: true, good: 409, id: clipId, body: () => ({}) },
  'GET /v1/videos': { kind: 'list' },
  'GET /v1/videos/:id': { kind: 'read', names: true, id: clipId },
  // Once the first caller has deleted it, the others do not find it.
  'DELETE /v1/videos/:id': { kind: 'read', names: true, goneStatus: 404, id: clipId },
  'GET /v1/videos/:id/content': { kind: 'read', names: true, id: clipId },
  'HEAD /v1/videos/:id/content': { kind: 'read', names: true, id: clipId },
  'GET /v1/videos/:id/events': { kind: 'read', names: true, id: clipId },
  'GET /v1/videos/:id/webhooks': { kind: 'read', names: true, id: clipId },
  'POST /v1/videos/:id/webhooks/:hook/redeliver': {
    kind: 'read',
    names: true,
    id: clipId,
    good: 404,
    body: () => ({}),
  },
  'GET /v1/events': { kind: 'list' },
  'GET /v1/balance': { kind: 'list', any: true },
  'GET /v1/dashboard/billing/subscription': { kind: 'list', any: true },
  'GET /v1/dashboard/billing/usage': { kind: 'list', any: true },
  'GET /mj/events': { kind: 'list' },
  'GET /v1/models': { kind: 'list', any: true },
  'GET /v1/models/:id': { kind: 'read', any: true, id: () => 'sketch' },
  'POST /mcp': { kind: 'list', any: true, body: () => listTools },
  'GET /livez': { kind: 'open' },
  'GET /readyz': { kind: 'open' },
  'GET /openapi.json': { kind: 'open' },
  'GET /media/:file': { kind: 'open' },
  'HEAD /media/:file': { kind: 'open' },
  // The URL is the credential: an unknown one is answered like a route that does not exist.
  'POST /engine-webhooks/:engine/:key/:token': { kind: 'open' },
  // The signature is the credential.
  'GET /payments/:provider': { kind: 'open' },
  'POST /payments/:provider': { kind: 'open' },
  'GET /.well-known/oauth-authorization-server': { kind: 'open' },
  'GET /.well-known/oauth-protected-resource': { kind: 'open' },
  'GET /.well-known/oauth-protected-resource/mcp': { kind: 'open' },
  'GET /oauth/authorize': { kind: 'oauth' },
  'POST /oauth/register': { kind: 'oauth' },
  'POST /oauth/token': { kind: 'oauth' },
  'POST /oauth/revoke': { kind: 'oauth' },
  'GET /api/oauth.request': { kind: 'console' },
  'POST /api/oauth.consent': { kind: 'console' },
  'GET /api/about': { kind: 'console' },
  'GET /api/legal': { kind: 'console' },
  'GET /api/logo': { kind: 'console' },
  'GET /api/events': { kind: 'console' },
  'GET /api/task.download': { kind: 'console' },
  'GET /api/receipt.download': { kind: 'console' },
  'GET /api/statement.download': { kind: 'console' },
  'POST /api/session': { kind: 'console' },
  'GET /api/session': { kind: 'console' },
  'DELETE /api/session': { kind: 'console' },
  'POST /api/join.look': { kind: 'console' },
  'GET /api/sign-up.challenge': { kind: 'console' },
  'POST /api/sign-up': { kind: 'console' },
  'POST /api/password.forgot': { kind: 'console' },
  'POST /api/join': { kind: 'console' },
  'POST /api/password': { kind: 'console' },
  'POST /api/passkey.begin': { kind: 'console' },
  'POST /api/passkey.add': { kind: 'console' },
  'GET /api/passkey.list': { kind: 'console' },
  'POST /api/passkey.remove': { kind: 'console' },
  'POST /api/session.passkey-begin': { kind: 'console' },
  'POST /api/session.passkey': { kind: 'console' },
  'GET /api/session.openid': { kind: 'console' },
  'GET /api/session.openid-callback': { kind: 'console' },
};

let kinora: ScriptedApp;
let standing: StandingTasks;
let keys: Record<'image' | 'video', Record<string, string | undefined>>;

/** The document leaves out routes that only repeat another one, and /mcp, whose tools describe themselves. */
const excludeHiddenRoutes = (all: readonly Route[]) =>
  all.filter(({ hidden, method, path }) => !hidden || method === 'HEAD' || path === '/mcp');
const allRoutes = excludeHiddenRoutes(routeTable());
const isProcedure = (route: Route) =>
  procedures.some(({ name }) => route.path === `/api/${name.replace(' ', '.')}`);
const routeName = ({ method, path }: Route) => `${method} ${path}`;

before(async () => {
  kinora = await startScriptedApp();
  standing = await makeStandingTasks(kinora);
  // A clip takes half a second of processor time, and only chats wait for theirs.
  kinora.scriptedServer.obey = ({ kind, prompt }) =>
    kind === 'clip' && !prompt.startsWith('a cat asleep') ? { start: 'refuse' } : {};
  picture = dataUrl(await renderPng(9, { width: 256, height: 256 }));
  const other = await anotherAccount(kinora);
  const { db } = kinora.app;
  const accountId = (await db.pool.query('select id from accounts order by created_at limit 1')).rows[0].id;
  const createKey = async (group: string, limits: object) =>
    (await createToken(db, { accountId, group, name: 'limited', scope: 'account', ...limits }))?.key;
  const { rows } = await db.pool.query(`select id from users where email = $1`, [
    (await signedIn(kinora, 'member')).email,
  ]);
  const forMcp = async (group: string) => {
    const key = (await createKey(group, {})) ?? '';
    await db.pool.query(`update tokens set audience = 'mcp' where key_hash = $1`, [sha256(key)]);
    return key;
  };
  const ofMember = { scope: 'own', userId: rows[0].id };
  const createKeys = async (group: 'image' | 'video') => ({
    none: undefined,
    garbage: 'kn_00000000000000000000000000000000',
    revoked: standing.revokedKey,
    'of the other group': group === 'image' ? kinora.videoKey : kinora.imageKey,
    'from elsewhere only': await createKey(group, { addresses: ['203.0.113.0/24'] }),
    expired: await createKey(group, { expiresAt: new Date(0) }),
    capped: await createKey(group, { capTotalMicros: 0n }),
    'of another model': await createKey(group, { models: [] }),
    'of another account': group === 'image' ? other.imageKey : other.videoKey,
    'of a member': await createKey(group, ofMember),
    'without a user': await createKey(group, { scope: 'own' }),
    'for /mcp only': await forMcp(group),
    'account-wide': await createKey(group, {}),
    good: group === 'image' ? kinora.imageKey : kinora.videoKey,
  });
  keys = { image: await createKeys('image'), video: await createKeys('video') };
});

test('the table has a row for every route, and no others', () => {
  const routeNames = allRoutes.filter(route => !isProcedure(route)).map(routeName);
  assert.deepEqual(routeNames.toSorted(), Object.keys(table).toSorted());
});

/** The statuses that each caller may get. */
function expected(route: Route, line: Line): Record<string, number[]> {
  if (line.kind === 'open') return { none: [200, 404], good: [200, 404] };
  const good = [line.good ?? 200, ...(line.goneStatus ? [line.goneStatus] : [])];
  const rejections = {
    none: [401],
    garbage: [401],
    revoked: [401],
    'from elsewhere only': [403],
    'for /mcp only': route.interfaceName === 'mcp' ? good : [403],
  };
  const reads = {
    expired: good,
    capped: good,
    'of another model': line.limitedStatus ? [line.limitedStatus] : good,
  };
  // The image interface sends errors under their own status, or as a code in a 200.
  const unknown = line.names ? [404, 200, 400] : good;
  if (line.kind !== 'make')
    return {
      ...rejections,
      'of the other group': line.any ? [200, 404] : [403],
      ...(line.any && route.path.includes(':id') ? {} : reads),
      ...strangers(line.names ? [404, 200] : good),
      'account-wide': good,
      good,
    };
  const isJudgedFirst = line.good === 400;
  return {
    ...rejections,
    'of the other group': line.any ? good : [403],
    expired: isJudgedFirst ? good : [403],
    // The image interface reports this by its code.
    capped: isJudgedFirst || line.free ? good : route.interfaceName === 'image' ? [200] : [402],
    ...strangers(unknown),
    good,
  };
}

/** Callers for whom the tasks of the table are as unknown as tasks that never existed. */
const strangerNames = ['of another account', 'of a member', 'without a user'];
const strangers = (statuses: number[]) => Object.fromEntries(strangerNames.map(name => [name, statuses]));

test('each route answers each kind of caller with the expected status', async () => {
  const wrong: string[] = [];
  const routeOrder = (route: Route) => (route.method === 'DELETE' || route.path.endsWith('/modal') ? 1 : 0);
  for (const route of allRoutes.toSorted((a, b) => routeOrder(a) - routeOrder(b))) {
    const line = table[routeName(route)];
    if (!line || line.kind === 'console' || line.kind === 'oauth') continue;
    for (const [caller, statuses] of Object.entries(expected(route, line))) {
      const { status, body } = await ask(route, line, caller);
      const isFine = statuses.includes(status);
      // Whatever the status, nothing of another account may be returned.
      const isKeptBack =
        (line.names && strangerNames.includes(caller)) ||
        (line.kind === 'make' && !line.free && ['expired', 'capped'].includes(caller));
      const isTold = isKeptBack && isAccepted(body);
      if (!isFine || isTold)
        wrong.push(
          `${routeName(route)} by a key ${caller}: ${status} instead of ${statuses}: ${JSON.stringify(body).slice(0, 200)}`,
        );
    }
  }
  assert.deepEqual(wrong, []);
});

/**
 * Whether a task was created or a record was returned: a success code of the image interface, or a record.
 */
function isAccepted(body: any): boolean {
  return [1, 21, 22].includes(body?.code) || body?.status !== undefined || body?.id !== undefined;
}

async function ask(route: Route, line: Line, caller: string) {
  const kind =
    route.interfaceName === 'image' || route.interfaceName === 'images' || route.path === '/v1/models/:id'
      ? 'image'
      : 'video';
  const path = route.path
    .replace(':id', line.id?.(standing) ?? 'none')
    .replace(':hook', hook)
    .replace('/media/:file', standing.mediaPath);
  const key = keys[kind][caller];
  const json = line.body?.(standing);
  const closing = new AbortController();
  const isStream = route.streams === true;
  const init = {
    method: route.method,
    ...(key !== undefined && { key }),
    ...(json !== undefined && { json }),
    ...(isStream && { signal: closing.signal }),
  };
  if (!isStream) return call(`${kinora.url}${path}`, init);
  const headers = { authorization: `Bearer ${key ?? ''}`, 'last-event-id': '0' };
  const { status } = await fetch(`${kinora.url}${path}`, {
    signal: closing.signal,
    ...(key !== undefined && { headers }),
  });
  closing.abort();
  return { status, body: {} };
}

test('each procedure authorizes anonymous callers, members, owners and operators by role', async () => {
  const other = await anotherAccount(kinora);
  const callers: Record<string, ConsoleClient> = {
    nobody: consoleClient(kinora),
    member: await signedIn(kinora, 'member'),
    owner: await signedIn(kinora, 'owner'),
    operator: await signedIn(kinora, 'operator'),
    stranger: await signedIn(kinora, 'owner', other.accountId),
  };
  const ranks: Readonly<Record<string, number>> = {
    nobody: 0,
    member: 1,
    owner: 2,
    stranger: 2,
    operator: 3,
  };
  const needs: Readonly<Record<UserRole | 'anyone', number>> = {
    anyone: 0,
    member: 1,
    owner: 2,
    operator: 3,
  };
  const wrong: string[] = [];
  for (const { name, who } of procedures) {
    for (const [caller, client] of Object.entries(callers)) {
      // The input is invalid. A caller without permission is told so first; any other is told what is
      // missing, or gets the result.
      const { status, body } = await client.run(name, { nonsense: 1 });
      const isAllowed = (ranks[caller] ?? 0) >= needs[who];
      if (status !== (isAllowed ? 400 : caller === 'nobody' ? 401 : 403))
        wrong.push(`${name} by ${caller}: ${status} ${JSON.stringify(body).slice(0, 150)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('an account cannot see the objects of another account, and a member sees only their own', async () => {
  const { accountId } = await anotherAccount(kinora);
  const [owner, member, stranger] = [
    await signedIn(kinora, 'owner'),
    await signedIn(kinora, 'member'),
    await signedIn(kinora, 'owner', accountId),
  ];
  const ownerToken = (await owner.run('token create', { group: 'image' })).body;
  const memberToken = (await member.run('token create', { group: 'image' })).body;
  const readIds = async (client: ConsoleClient) =>
    (await client.run('token list')).body.data.map(({ id }: { id: string }) => id);
  assert.ok((await readIds(owner)).includes(memberToken.id), 'an owner sees the tokens of members');
  assert.deepEqual(await readIds(member), [memberToken.id]);
  assert.ok(!(await readIds(stranger)).includes(ownerToken.id));
  for (const client of [member, stranger])
    for (const verb of ['change', 'rotate', 'revoke'])
      assert.equal(
        (await client.run(`token ${verb}`, { token: ownerToken.id })).body.error.code,
        'token_unknown',
        verb,
      );
  for (const name of ['ledger list', 'usage show', 'account balance', 'audit list', 'user list'])
    assert.equal(
      (await stranger.run(name, { account: owner.accountId })).body.error.code,
      'account_unknown',
      name,
    );
  const invitation = await owner.run('user invite', { role: 'operator' });
  assert.equal(
    invitation.body.error.code,
    'not_allowed',
    'nobody can invite a user with a higher role than their own',
  );
});
