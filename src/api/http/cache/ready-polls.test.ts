import assert from 'node:assert/strict';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Token } from '../../../core/accounts/tokens.ts';
import type { TaskChange } from '../../../platform/db/change-feed.ts';
import { openReadyPolls } from './ready-polls.ts';
import { openRecordCache, variantKey } from './record-cache.ts';

const owner = { accountId: 'a', userId: undefined, tokenId: 't' };
const routes = [{ method: 'GET', path: '/v1/videos/:id', interfaceName: 'video', isPoll: true }] as const;
const addresses = { baseUrl: undefined, directBaseUrl: undefined, trustedProxies: [] as string[] };

interface PollRequest {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: IncomingHttpHeaders;
}

/** A server that has already sent the record of the video `one` for the host `x`. */
async function openTestServer(trustedProxies: string[] = []) {
  const state = {
    isFresh: true,
    token: { ...owner, id: 't', scope: 'own' } as Partial<Token> | undefined,
  };
  let change: (taskChanges: readonly TaskChange[]) => void = () => {};
  const changes = {
    on: (handler: typeof change) => (change = handler),
    onGap: () => {},
    isFresh: () => state.isFresh,
    lagMs: 0,
    close: async () => {},
  };
  const records = openRecordCache({ changes, hints: { on: () => {} } });
  const basis = trustedProxies.length === 0 ? 'x' : 'x\n10.0.0.1\n\n';
  const variant = variantKey({ interfaceName: 'video', basis, language: 'en' });
  const loadedRecord = { owner, record: { id: 'one' }, pollAfterMs: undefined };
  const send = async () => {
    const record = await records.get('one', variant, async () => loadedRecord);
    if (record) record.headers = ['etag', record.etag];
  };
  await send();
  const answerReady = openReadyPolls({
    routes,
    records,
    addresses: { ...addresses, trustedProxies },
    accessLog: undefined,
    authenticator: { findKnown: () => state.token as Token | undefined },
  });
  const ask = ({ method = 'GET', url = '/v1/videos/one', headers = {} }: PollRequest = {}) => {
    const socket = { remoteAddress: '10.0.0.1' };
    const request = { method, url, headers: { host: 'x', ...headers }, socket };
    const sentParts: unknown[] = [];
    const response = {
      writeHead: (...head: unknown[]) => sentParts.push(...head),
      end: (body: string) => sentParts.push(body),
    };
    const poll = answerReady(
      request as Partial<IncomingMessage> as IncomingMessage,
      response as unknown as ServerResponse,
    );
    const isAnswered = poll?.path === '/v1/videos/:id';
    assert.equal(
      sentParts.length > 0,
      isAnswered,
      'a request is either answered in full or left to the router untouched',
    );
    return isAnswered ? sentParts.at(-1) : undefined;
  };
  return { ask, send, state, change: () => change([{ publicId: 'one', isHooked: false }]) };
}

test('a cached record is sent until its task changes', async () => {
  const { ask, send, change } = await openTestServer();
  assert.deepEqual([ask(), ask()], ['{"id":"one"}', '{"id":"one"}']);
  change();
  assert.equal(ask(), undefined);
  await send();
  assert.equal(ask(), '{"id":"one"}');
});

test('nothing is sent from the cache while the change feed is behind', async () => {
  const { ask, state } = await openTestServer();
  state.isFresh = false;
  assert.equal(ask(), undefined);
  state.isFresh = true;
  assert.equal(ask(), '{"id":"one"}');
});

test('nothing is sent from the cache for an unknown key or a task outside its scope', async () => {
  const { ask, state } = await openTestServer();
  state.token = undefined;
  assert.equal(ask(), undefined);
  for (const other of [{ id: 'u' }, { accountId: 'b' }, { accountId: 'b', scope: 'account' as const }]) {
    state.token = { ...owner, id: 't', scope: 'own', ...other };
    assert.equal(ask(), undefined, JSON.stringify(other));
  }
  state.token = { ...owner, id: 'u', scope: 'account' };
  assert.equal(ask(), '{"id":"one"}');
});

test('requests for anything else than the record are passed to the router', async () => {
  const { ask } = await openTestServer();
  const otherRequests: readonly PollRequest[] = [
    { method: 'HEAD' },
    { method: 'DELETE' },
    { url: '/v1/videos/two' },
    { url: '/v1/videos/one?x=1' },
    { url: '/v1/videos/one/content' },
    { url: '/v1/videos/' },
    { headers: { 'if-none-match': '"other"' } },
    { headers: { 'kinora-token': 't' } },
    { headers: { 'content-length': '2' } },
    { headers: { 'transfer-encoding': 'chunked' } },
    { headers: { 'accept-language': 'zh-CN' } },
    { headers: { host: 'y' } },
  ];
  for (const other of otherRequests) assert.equal(ask(other), undefined, JSON.stringify(other));
  assert.equal(ask({ headers: { 'accept-language': 'de, en' } }), '{"id":"one"}');
});

test('behind a proxy, the forwarded host and protocol must match', async () => {
  const { ask } = await openTestServer(['10.0.0.1']);
  assert.equal(ask(), '{"id":"one"}');
  assert.equal(ask({ headers: { 'x-forwarded-host': 'y' } }), undefined);
  assert.equal(ask({ headers: { 'x-forwarded-proto': 'https' } }), undefined);
});
