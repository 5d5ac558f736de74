import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { makeCertificates } from '../../../../test/support/servers/certificates.ts';
import { CredentialError, readCredential } from './signing-credential.ts';

const { chain, root, key } = await makeCertificates();
const other = await makeCertificates();
const [first = '', second = ''] = chain.split(/(?<=-----END CERTIFICATE-----\n)/);

test('the chain is read with or without the root, and the key determines the algorithm', async () => {
  const credential = readCredential(`Subject: somebody\n${chain}`, key);
  assert.equal(credential.algorithm, 'es256');
  assert.equal(credential.chain.length, 2);
  assert.equal(readCredential(chain + root, key).chain.length, 3);
  assert.equal(readCredential(first, key).chain.length, 1);
  for (const [keys, algorithm] of [
    ['P-384', 'es384'],
    ['P-521', 'es512'],
    ['Ed25519', 'ed25519'],
    ['RSA-2048', 'ps256'],
  ] as const) {
    const certificates = await makeCertificates({ keys });
    assert.equal(readCredential(certificates.chain, certificates.key).algorithm, algorithm);
  }
});

test('files that cannot be used for signing are rejected with the reason', async () => {
  const short = await makeCertificates({ keys: 'RSA-1024' });
  const encrypted = createPrivateKey(key)
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
    .toString();
  const damagedCertificate = first.replace(/\n[^-\n]{64}\n/, '\n');
  for (const [certificates, privateKey, reason] of [
    ['', key, /contains no certificate/],
    [key, key, /contains no certificate/],
    [damagedCertificate, key, /^Certificate 1 of the certificate file cannot be read/],
    [chain, '', /contains no private key/],
    [chain, chain, /contains no private key/],
    [chain, encrypted, /encrypted with a passphrase.*openssl pkey/],
    [chain, other.key, /does not belong to the first certificate/],
    [second + first, key, /^Certificate 2 is not the issuer of certificate 1/],
    [first + other.root, key, /^Certificate 2 is not the issuer of certificate 1/],
    [short.chain, short.key, /does not allow this kind of key.*2048 bits/],
  ] as const) {
    assert.throws(
      () => readCredential(certificates, privateKey),
      (error: unknown) => error instanceof CredentialError && reason.test(error.message),
      `${reason}`,
    );
  }
});
