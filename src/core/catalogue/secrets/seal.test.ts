import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { newSecretKey, parseSecretKey, revealSecretKey } from '../../../platform/lib/secret-key.ts';
import { toFingerprint, readOrigin, seal, unseal } from './seal.ts';

const key = newSecretKey();
const owner = { engine: 'fal', origin: 'https://fal.run' };
const text = 'sk-密钥-0123456789';

test('a text is decrypted only with its key and owner', () => {
  assert.equal(unseal(key, seal(key, text, owner), owner), text);
  assert.equal(unseal(key, seal(key, '', owner), owner), '');
});

test('encrypting the same text again gives different bytes', () => {
  const [one, two] = [seal(key, text, owner), seal(key, text, owner)];
  assert.notDeepEqual(one.nonce, two.nonce);
  assert.notDeepEqual(one.ciphertext, two.ciphertext);
  assert.ok(!Buffer.from(one.ciphertext).includes(text));
});

test('decryption fails with another key, engine or origin', () => {
  const sealed = seal(key, text, owner);
  assert.equal(unseal(newSecretKey(), sealed, owner), undefined);
  assert.equal(unseal(key, sealed, { ...owner, engine: 'fal2' }), undefined);
  assert.equal(unseal(key, sealed, { ...owner, origin: 'https://fal.example' }), undefined);
  assert.equal(unseal(key, sealed, { ...owner, origin: '' }), undefined);
});

test('decryption fails if ciphertext, tag or nonce was changed or truncated', () => {
  const { ciphertext, nonce } = seal(key, text, owner);
  for (let index = 0; index < ciphertext.length; index++) {
    const badCiphertext = Buffer.from(ciphertext);
    badCiphertext[index] = (badCiphertext[index] ?? 0) ^ 1;
    assert.equal(unseal(key, { ciphertext: badCiphertext, nonce }, owner), undefined, String(index));
    assert.equal(unseal(key, { ciphertext: ciphertext.subarray(0, index), nonce }, owner), undefined);
  }
  const badNonce = Buffer.from(nonce);
  badNonce[0] = (badNonce[0] ?? 0) ^ 1;
  assert.equal(unseal(key, { ciphertext, nonce: badNonce }, owner), undefined);
  assert.equal(unseal(key, { ciphertext, nonce: nonce.subarray(1) }, owner), undefined);
});

test('a key may be base64 or hexadecimal, and has a fingerprint that does not reveal it', () => {
  const base64 = revealSecretKey(key);
  const hexadecimal = Buffer.from(base64, 'base64').toString('hex');
  for (const keyText of [base64, hexadecimal, hexadecimal.toUpperCase()])
    assert.equal(toFingerprint(parseSecretKey(keyText) ?? newSecretKey()), toFingerprint(key));
  for (const wrong of ['', 'secret', base64.slice(0, -1), `${base64}=`, hexadecimal.slice(1), `${base64}\n`])
    assert.equal(parseSecretKey(wrong), undefined, wrong);
  assert.match(toFingerprint(key), /^[0-9a-f]{16}$/);
  assert.notEqual(toFingerprint(key), toFingerprint(newSecretKey()));
  assert.ok(!hexadecimal.includes(toFingerprint(key)));
});

test('a key is neither printed nor written as JSON', () => {
  const output = inspect({ key }, { depth: 9, showHidden: true }) + JSON.stringify({ key });
  assert.ok(!output.includes(revealSecretKey(key)));
  assert.ok(!output.includes('Uint8Array') && !output.includes('Buffer'));
});

test('an origin has no path, and an engine without a URL has no origin', () => {
  assert.equal(readOrigin('https://API.example:443/v1?x=1'), 'https://api.example');
  assert.equal(readOrigin('http://10.0.0.1:8188/'), 'http://10.0.0.1:8188');
  for (const none of ['', null, undefined, 'not a URL']) assert.equal(readOrigin(none), '');
});
