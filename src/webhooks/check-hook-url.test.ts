import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAddressCheck } from '../lib/public-address.ts';
import { checkHookUrl } from './check-hook-url.ts';

const isAllowed = openAddressCheck(['192.168.7.0/24']);

test('a hook is an http or https URL, and its fragment is dropped', () => {
  assert.equal(
    checkHookUrl('https://gateway.example/mj/notify?key=1#part', isAllowed),
    'https://gateway.example/mj/notify?key=1',
  );
  assert.equal(checkHookUrl('http://192.168.7.9:3000/hook', isAllowed), 'http://192.168.7.9:3000/hook');
});

for (const [url, code] of [
  ['gateway.example/notify', 'url_invalid'],
  ['ftp://gateway.example/', 'url_invalid'],
  ['https://user:secret@gateway.example/', 'url_invalid'],
  [`https://gateway.example/${'x'.repeat(2000)}`, 'url_invalid'],
  [`https://gateway.example/${'长'.repeat(700)}`, 'url_invalid'],
  ['http://127.0.0.1/', 'address_refused'],
  ['http://0x7f.1/', 'address_refused'],
  ['http://[::1]:8080/', 'address_refused'],
  ['http://169.254.169.254/latest/meta-data', 'address_refused'],
] as const)
  test(`${url.slice(0, 40)} cannot be a hook`, () => {
    assert.throws(() => checkHookUrl(url, isAllowed), { name: 'SafeFetchError', code });
  });
