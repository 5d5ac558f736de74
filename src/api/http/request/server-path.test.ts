import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basePath, openPathRemover } from './server-path.ts';

const routes = [{ path: '/' }, { path: '/v1/videos' }, { path: '/console/*' }];

function removePath(baseUrl: string | undefined, url: string, directBaseUrl?: string): string {
  const request = { url };
  openPathRemover({ baseUrl, directBaseUrl }, routes)(request);
  return request.url;
}

test('the path of the configured address is removed, and no other', () => {
  const base = 'https://example.com/tools/kinora';
  assert.equal(basePath(base), '/tools/kinora');
  assert.equal(removePath(base, '/tools/kinora/v1/videos?limit=1'), '/v1/videos?limit=1');
  for (const root of ['/tools/kinora', '/tools/kinora/']) assert.equal(removePath(base, root), '/');
  assert.equal(removePath(base, '/tools/kinora?a=1'), '/?a=1');
  for (const other of ['/tools/kinora2/v1', '/v1/videos', '/', '/tools'])
    assert.equal(removePath(base, other), other);
  assert.equal(removePath(undefined, '/v1/files', 'https://example.com/files'), '/v1/files');
  assert.equal(removePath(undefined, '/files/media/a', 'https://example.com/files'), '/media/a');
});

test('a path that begins like a route stays, because requests of the route begin with it too', () => {
  assert.equal(removePath('https://example.com/v1', '/v1/videos'), '/v1/videos');
  assert.equal(removePath('https://example.com', '/v1/videos'), '/v1/videos');
});
