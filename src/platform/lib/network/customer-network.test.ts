import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerNetwork } from './customer-network.ts';

test('addresses of one /64 are one network, in any notation', () => {
  const addressesByNetwork = {
    '2001:db8:0:0': [
      '2001:db8::1',
      '2001:db8:0:0:1::',
      '2001:0db8::ffff:0:0:1',
      '2001:db8:0:0:1:2:3:4',
      '2001:DB8::%eth0',
    ],
    '2001:db8:0:1': ['2001:db8:0:1::1', '2001:db8:0:1:0:0:0:1', '2001:db8::1:0:0:0:1'],
    '0:0:0:0': ['::1', '::', '::2:3'],
    '2001:0:0:7': ['2001::7:0:0:0:1', '2001:0:0:7::'],
  };
  for (const [network, addresses] of Object.entries(addressesByNetwork))
    for (const address of addresses) assert.equal(customerNetwork(address), network, address);
});

test('an IPv4 address is a network of its own, also in IPv6 notation', () => {
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:ffff:192.0.2.7'])
    assert.equal(customerNetwork(address), '192.0.2.7', address);
  assert.notEqual(customerNetwork('::ffff:192.0.2.8'), customerNetwork('::ffff:192.0.2.7'));
});
