import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAddressCheck } from '../../platform/lib/network/public-address.ts';
import { checkHookUrl } from './check-hook-url.ts';

const isAllowed = openAddressCheck(['192.168.7.0/24']);

test('a webhook URL is http or https, and its fragment is dropped', () => {
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
  ['http://localhost:9999/h', 'address_refused'],
  ['http://LocalHost./h', 'address_refused'],
  ['http://hooks.localhost/', 'address_refused'],
  ['http://hooks.LOCALHOST./', 'address_refused'],
] as const)
  test(`${url.slice(0, 40)} is rejected as a webhook URL`, () => {
    assert.throws(() => checkHookUrl(url, isAllowed), { name: 'SafeFetchError', code });
  });

test('localhost is rejected with the same text as its address', () => {
  const reasonFor = (host: string) => {
    try {
      return checkHookUrl(`http://${host}/`, isAllowed);
    } catch (error) {
      return (error as Error).message.replace(host, 'HOST');
    }
  };
  assert.match(reasonFor('127.0.0.1'), /^HOST is not on the public internet/);
  assert.equal(reasonFor('localhost'), reasonFor('127.0.0.1'));
});

test('localhost is allowed where loopback is allowed, and names that resemble it always', () => {
  for (const network of ['127.0.0.1', '127.0.0.0/8', '::1'])
    assert.equal(
      checkHookUrl('http://localhost:9999/h', openAddressCheck([network])),
      'http://localhost:9999/h',
    );
  for (const host of ['mylocalhost', 'localhost.example.com'])
    assert.equal(checkHookUrl(`http://${host}/`, isAllowed), `http://${host}/`);
});
