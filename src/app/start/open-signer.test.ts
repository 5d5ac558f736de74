import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  makeCertificates,
  serverAuthentication,
  type CertificateOptions,
} from '../../../test/support/servers/certificates.ts';
import { StartError } from '../../platform/errors/start-error.ts';
import { disposeAll, type Cleanup } from './cleanup.ts';
import { openSigner } from './open-signer.ts';

const folder = await mkdtemp(join(tmpdir(), 'kinora-certificates-'));
const cleanup: Cleanup = [];
after(async () => {
  await disposeAll(cleanup);
  await rm(folder, { recursive: true });
});

const warnings: string[] = [];
const log = { warn: (_: object, message: string) => void warnings.push(message) };
const c2pa = { certificateFile: join(folder, 'chain.pem'), keyFile: join(folder, 'key.pem') };

async function open(role: 'all' | 'api' | 'worker' = 'all') {
  return openSigner({ c2pa, role }, log, cleanup);
}

async function put(options: CertificateOptions = {}) {
  const { chain, key } = await makeCertificates(options);
  await writeFile(c2pa.certificateFile, chain);
  await writeFile(c2pa.keyFile, key);
}

async function refusal(): Promise<string> {
  const error = await open().then(
    () => assert.fail('opened'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof StartError, String(error));
  return error.message;
}

test('without the settings nothing is signed, and a process without tasks needs no certificate', async () => {
  assert.equal(await openSigner({ c2pa: undefined, role: 'all' }, log, cleanup), undefined);
  assert.equal(await open('api'), undefined);
});

test('a start with a certificate that cannot sign fails with the reason', async () => {
  assert.match(await refusal(), /^KINORA_C2PA_CERTIFICATE \(.*chain\.pem\) cannot be read: ENOENT/);
  await writeFile(c2pa.certificateFile, '');
  assert.match(await refusal(), /^KINORA_C2PA_KEY \(.*key\.pem\) cannot be read: ENOENT/);
  await put();
  await writeFile(c2pa.keyFile, (await makeCertificates()).key);
  assert.match(
    await refusal(),
    /^Files cannot be signed with KINORA_C2PA_CERTIFICATE .*The private key does not belong to the first certificate/,
  );
  await put({ usage: serverAuthentication });
  assert.match(await refusal(), /Verifiers would not accept .* Use a certificate for signing C2PA claims\.$/);
});

test('an expired certificate is a warning', async () => {
  await put();
  assert.ok(await open('worker'));
  assert.deepEqual(warnings, []);
  await put({ days: [-30, -1] });
  assert.ok(await open());
  assert.match(warnings.join(), /^the C2PA certificate is not valid now/);
});
