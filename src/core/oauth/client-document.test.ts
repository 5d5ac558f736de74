import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '@kinora/shared/errors/errors';
import { reason } from '@kinora/shared/errors/reason';
import type { GetLimits } from '../../platform/lib/network/safe-fetch.ts';
import { SafeFetchError } from '../../platform/lib/network/safe-fetch-error.ts';
import { isDocumentAddress, openClientDocuments } from './client-document.ts';

const id = 'https://agent.example/oauth/client.json';
const valid = {
  client_id: id,
  client_name: 'Agent',
  redirect_uris: ['https://agent.example/cb'],
  grant_types: ['x'],
};

/** A site that serves a document, and what was asked of it. */
function site(body: unknown) {
  const requests: { url: string; limits: GetLimits }[] = [];
  const documents = openClientDocuments({
    get: async (url, limits) => {
      requests.push({ url, limits });
      if (body instanceof Error) throw body;
      const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
      return { bytes, contentType: 'application/json', finalUrl: url };
    },
  });
  return { requests, find: (address = id) => documents.find(address, 'account') };
}

async function findProblem(body: unknown, address = id): Promise<string> {
  try {
    await site(body).find(address);
    return 'none';
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'oauth_document_unusable');
    return error.message;
  }
}

test('a document is fetched with limits and without redirects, and a valid one is used again', async () => {
  const { requests, find } = site(valid);
  const client = await find();
  assert.deepEqual(client, { id, name: 'Agent', redirectUris: ['https://agent.example/cb'] });
  assert.deepEqual(await find(), client);
  assert.equal(requests.length, 1);
  const { maxRedirects, maxBytes, accountId } = requests[0]?.limits ?? {};
  assert.deepEqual(
    { maxRedirects, maxBytes, accountId },
    { maxRedirects: 0, maxBytes: 10_240, accountId: 'account' },
  );
});

test('a document that is not valid, or not that of the address, is refused and not kept', async () => {
  const invalidDocuments: Record<string, unknown> = {
    'of another': { ...valid, client_id: 'https://other.example/client.json' },
    'without id': { ...valid, client_id: undefined },
    'without name': { ...valid, client_name: undefined },
    'without addresses': { ...valid, redirect_uris: undefined },
    'no addresses': { ...valid, redirect_uris: [] },
    'a script': { ...valid, redirect_uris: ['javascript:alert(1)'] },
    'with a secret': { ...valid, client_secret: 'x' },
    'no object': [1],
    'no JSON': '<html>',
    nothing: '',
  };
  for (const [name, body] of Object.entries(invalidDocuments))
    assert.notEqual(await findProblem(body), 'none', name);
  const { requests, find } = site('no JSON');
  await assert.rejects(find());
  await assert.rejects(find());
  assert.equal(requests.length, 2);
});

test('why a document cannot be fetched is said, in the words of the fetch', async () => {
  const error = new SafeFetchError('address_refused', reason('link_private', { host: 'agent.example' }));
  assert.match(await findProblem(error), /agent\.example is not on the public internet/);
});

test('only https addresses in normal form, with a path, are fetched', async () => {
  const odd = [
    'https://agent.example',
    'https://agent.example/',
    'https://agent.example/a/../b',
    'https://agent.example/x#y',
  ];
  for (const address of [
    ...odd,
    'https://a@agent.example/x',
    'https://agent.example:443/x',
    'HTTPS://agent.example/x',
  ]) {
    const { requests, find } = site({ ...valid, client_id: address });
    await assert.rejects(find(address), AppError);
    assert.equal(requests.length, 0, address);
  }
  assert.deepEqual(['https://a/b', 'http://a/b', 'kc_1'].map(isDocumentAddress), [true, false, false]);
});
