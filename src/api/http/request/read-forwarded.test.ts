import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { test } from 'node:test';
import { readForwarded } from './read-forwarded.ts';

function read(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  readForwarded({ headers });
  return headers;
}
const addresses = (header: string) => read({ 'x-forwarded-for': header })['x-forwarded-for'];

test('ports, brackets, quotes and zones are no part of an address', () => {
  const addressesByHeader = {
    '203.0.113.5': '203.0.113.5',
    ' 203.0.113.5:51234': '203.0.113.5',
    '2001:db8::1': '2001:db8::1',
    '[2001:db8::1]': '2001:db8::1',
    '[2001:db8::1]:443': '2001:db8::1',
    '"[2001:db8::1]:443"': '2001:db8::1',
    'fe80::1%eth0': 'fe80::1',
    '[fe80::1%eth0]:80': 'fe80::1',
    '::ffff:203.0.113.5': '::ffff:203.0.113.5',
    '198.51.100.9:1, 203.0.113.5:2': '198.51.100.9, 203.0.113.5',
  };
  for (const [header, expected] of Object.entries(addressesByHeader))
    assert.equal(addresses(header), expected, header);
});

test('an address that is hidden or invalid ends the chain, and what stands before it does not count', () => {
  for (const hiddenAddress of ['unknown', '_gazonk', '', '203.0.113.5.6', '203.0.113.5 evil', '[::1', 'x:80'])
    assert.equal(addresses(`198.51.100.9, ${hiddenAddress}, 203.0.113.5`), '203.0.113.5', hiddenAddress);
  assert.equal(addresses('198.51.100.9, unknown'), undefined);
});

test('Forwarded counts where a proxy sends no X-Forwarded-For', () => {
  const forwardedHeader =
    'For="[2001:db8:cafe::17]:4711";host="a,b;c" , for=192.0.2.60:80; proto=https;by=203.0.113.43;host=kinora.example';
  assert.deepEqual(read({ forwarded: forwardedHeader }), {
    forwarded: forwardedHeader,
    'x-forwarded-for': '2001:db8:cafe::17, 192.0.2.60',
    'x-forwarded-host': 'kinora.example',
    'x-forwarded-proto': 'https',
  });
  assert.deepEqual(read({ forwarded: forwardedHeader, 'x-forwarded-for': '198.51.100.9:1' }), {
    forwarded: forwardedHeader,
    'x-forwarded-for': '198.51.100.9',
  });
  assert.deepEqual(read({ forwarded: 'proto=https;for=_hidden' })['x-forwarded-for'], undefined);
});

test('a request without these headers stays as it is', () => {
  assert.deepEqual(read({ host: 'x' }), { host: 'x' });
});
