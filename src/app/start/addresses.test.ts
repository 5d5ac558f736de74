import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserAddress, listeningAddress } from './addresses.ts';

for (const [host, listens, browses] of [
  ['127.0.0.1', 'http://127.0.0.1:4040', 'http://localhost:4040'],
  ['::1', 'http://[::1]:4040', 'http://localhost:4040'],
  ['0.0.0.0', 'http://localhost:4040', 'http://localhost:4040'],
  ['192.168.7.9', 'http://192.168.7.9:4040', 'http://192.168.7.9:4040'],
] as const)
  test(`a server listening on ${host} has browser links to ${browses}`, () => {
    const config = { host, port: 4040, baseUrl: undefined };
    assert.equal(listeningAddress(config), listens);
    assert.equal(browserAddress(config), browses);
    assert.equal(browserAddress({ ...config, baseUrl: 'https://kinora.example' }), 'https://kinora.example');
  });
