import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecretKey, type SecretKey } from '../../../platform/lib/secret-key.ts';
import { openReportAddresses } from './report-addresses.ts';

const publicUrl = 'https://media.example.com/kinora';
const start = { engine: 'fal', key: '0198c0de:0:0.0' };
const [one, two] = [newSecretKey(), newSecretKey()];
const open = (...keys: SecretKey[]) =>
  openReportAddresses({ publicUrl, secretKeys: { list: async () => keys } });
const tokenIn = (url: string | undefined) => url?.split('/').at(-1) ?? '';

test('a webhook URL names engine and start, and is the same in every process with the key', async () => {
  const url = await open(one).reportAddress(start);
  assert.match(
    url ?? '',
    /^https:\/\/media\.example\.com\/kinora\/engine-webhooks\/fal\/0198c0de:0:0\.0\/[\w-]{24}$/,
  );
  assert.equal(await open(one).reportAddress(start), url);
  assert.equal(await open(one).isGenuine(start, tokenIn(url)), true);
});

test('a token is valid only for its engine, its start and its key', async () => {
  const token = tokenIn(await open(one).reportAddress(start));
  const addresses = open(one);
  assert.equal(await addresses.isGenuine({ ...start, engine: 'other' }, token), false);
  assert.equal(await addresses.isGenuine({ ...start, key: '0198c0de:1:0.0' }, token), false);
  for (const wrong of ['', 'x', `${token}x`, token.slice(1), token.toLowerCase()])
    assert.equal(await addresses.isGenuine(start, wrong), false, wrong);
  assert.equal(await open(two).isGenuine(start, token), false);
});

test('after a key rotation, old URLs stay valid and new ones use the new key', async () => {
  const before = tokenIn(await open(one).reportAddress(start));
  const addresses = open(two, one);
  assert.equal(await addresses.isGenuine(start, before), true);
  assert.equal(await open(two).isGenuine(start, tokenIn(await addresses.reportAddress(start))), true);
});

test('there are no webhook URLs without a key, with an unreadable key, or without a public URL', async () => {
  const unreadable = { list: () => Promise.reject(new Error('the key file is damaged')) };
  const closed = openReportAddresses({ publicUrl: undefined, secretKeys: { list: async () => [one] } });
  for (const addresses of [open(), openReportAddresses({ publicUrl, secretKeys: unreadable }), closed]) {
    assert.equal(await addresses.reportAddress(start), undefined);
    assert.equal(await addresses.isGenuine(start, tokenIn(await open(one).reportAddress(start))), false);
  }
});
