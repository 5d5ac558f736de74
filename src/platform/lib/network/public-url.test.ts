import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicUrl } from './public-url.ts';

test('a URL with a public host name or address is public', () => {
  for (const url of ['https://media.example.com', 'http://8.8.8.8:4040/kinora', 'https://[2606:4700::1111]'])
    assert.equal(isPublicUrl(url, []), true, url);
});

test('names and addresses of one machine or a local network are not public', () => {
  const hosts = ['localhost', 'a.localhost', 'kinora', 'nas.local', 'nas.local.', 'a.internal', 'box.lan'];
  const addresses = ['127.0.0.1', '10.0.0.5', '192.168.1.2', '[::1]', '[fd00::1]', '169.254.169.254'];
  for (const host of [...hosts, ...addresses])
    assert.equal(isPublicUrl(`http://${host}:4040`, []), false, host);
});

test('addresses in networks that the operator allows count as public', () => {
  assert.equal(isPublicUrl('http://10.0.0.5:4040', ['10.0.0.0/8']), true);
  assert.equal(isPublicUrl('http://10.0.0.5:4040', ['192.168.0.0/16']), false);
});
