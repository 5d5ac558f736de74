import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openAddressCheck } from './public-address.ts';

const isAllowed = openAddressCheck([]);

test('hosts of the public internet are allowed', () => {
  const addresses = words(`
    1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    172.15.255.255 172.32.0.0 192.0.1.0 198.17.255.255 198.20.0.0 223.255.255.255 2606:4700:4700::1111
    2a00:1450::1 2400::1 3ffe::1 192.175.48.1 192.31.196.1 192.52.193.1 2620:4f:8000::1
  `);
  for (const address of addresses) assert.ok(isAllowed(address), address);
});

test('every special-purpose address is rejected, from the first of its range to the last', () => {
  const addresses = words(`
    0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.255.255.255
    169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.0.255 192.0.2.1
    192.88.99.1 192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1
    239.255.255.255 240.0.0.0 255.255.255.255 100.100.100.200 168.63.129.16 :: ::1 ::7f00:1 ::8.8.8.8
    ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 100::1 1fff::1 2001::1 2001:2::1 2001:10::1 2001:db8::1
    2002:808:808::1 3fff:fff::1 4000::1 5f00::1 64:ff9b:1::808:808 fc00::1 fd00:ec2::254 fe80::1 fec0::1
    ff02::1 fe80::1%eth0 2606:4700:4700::1111%eth0
  `);
  for (const address of addresses) assert.ok(!isAllowed(address), address);
});

test('an invalid address is rejected', () => {
  for (const text of [
    '',
    'localhost',
    '0x7f000001',
    '2130706433',
    '127.1',
    '[::1]',
    '8.8.8.8/32',
    ' 8.8.8.8',
  ])
    assert.ok(!isAllowed(text), text);
});

test('IPv4 in IPv6 follows the IPv4 rules behind NAT64, and is rejected in every other form', () => {
  fc.assert(
    fc.property(fc.ipV4(), address => {
      assert.equal(isAllowed(`64:ff9b::${address}`), isAllowed(address));
      assert.ok(!isAllowed(`::ffff:${address}`));
      assert.ok(!isAllowed(`::${address}`));
      assert.ok(!isAllowed(`2002:${hexPairs(address)}::1`));
    }),
    { numRuns: 2000 },
  );
});

test('outside 2000::/3 and NAT64 no IPv6 address is allowed', () => {
  fc.assert(
    fc.property(fc.ipV6(), address => {
      const first = Number.parseInt(address.split(':', 1)[0] || '0', 16);
      if (first !== 0x64 && (first < 0x2000 || first > 0x3fff)) assert.ok(!isAllowed(address), address);
    }),
    { numRuns: 2000 },
  );
});

test('only internal networks that the operator allows are open', () => {
  const isOpen = openAddressCheck(['127.0.0.1', '10.1.0.0/16', 'fd00:1::/32', '192.168.7.9/24']);
  const allowedAddresses = [
    '127.0.0.1',
    '::ffff:127.0.0.1',
    '10.1.255.255',
    'fd00:1:ffff::1',
    '192.168.7.255',
    '8.8.8.8',
  ];
  for (const address of allowedAddresses) assert.ok(isOpen(address), address);
  const refusedAddresses = [
    '127.0.0.2',
    '10.0.255.255',
    '10.2.0.0',
    'fd00:2::1',
    '192.168.8.0',
    '::1',
    'fd00:1::1%eth0',
  ];
  for (const address of refusedAddresses) assert.ok(!isOpen(address), address);
});

test('a network of mapped addresses opens the IPv4 addresses, however they are written', () => {
  const isOpen = openAddressCheck(['::ffff:10.0.0.0/104']);
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '::ffff:a01:203'])
    assert.ok(isOpen(address), address);
  for (const address of ['192.168.0.1', '::ffff:192.168.0.1', '::10.1.2.3'])
    assert.ok(!isOpen(address), address);
});

test('an invalid network is not allowed', () => {
  for (const network of [
    '',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::/129',
    'localhost',
    '10.0.0.0/8/8',
    '10.0.0/8',
    'fe80::%1/64',
  ])
    assert.throws(() => openAddressCheck([network]), /Not an address or a network/, network);
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

function hexPairs(address: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
