import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnlyHere, writeMessage } from './message.ts';

const facts = {
  origin: 'https://kinora.example',
  key: 'kn_secret',
  limit: '$10.00',
  expires: '2027-05-01',
  models: ['sketch-motion'],
  model: 'sketch-motion',
} as const;

const words = {
  messageStart: { image: 'Pictures.', video: 'Clips.' },
  messageHowImage: 'Enter them.',
  messageHowVideo: (model: string) => `create(${model})`,
  messageLine: (name: string, value: string) => `${name}: ${value}`,
  address: 'Address',
  key: 'Key',
  messageCalls: 'It can call',
  messageLimit: 'It can spend',
  expiry: 'Expires',
};

test('an invitation message contains the address, the key and the limits', () => {
  assert.equal(
    writeMessage(words, { kind: 'image', ...facts, models: null }),
    'Pictures.\n\nAddress: https://kinora.example\nKey: kn_secret\nIt can call: /mj\nIt can spend: $10.00\nExpires: 2027-05-01\n\nEnter them.',
  );
  const video = writeMessage(words, { kind: 'video', ...facts });
  assert.match(video, /kinora\.example\/v1\n/);
  assert.match(video, /\/v1\/videos \(sketch-motion\)\n[\s\S]*create\(sketch-motion\)$/);
});

test('an address that only works on this machine is recognized', () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'a.localhost']) assert.ok(isOnlyHere(name), name);
  for (const name of ['kinora.example', '192.168.1.4', 'localhost.example'])
    assert.ok(!isOnlyHere(name), name);
});
