import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import packageJson from '../../../../package.json' with { type: 'json' };
import {
  claimSigning,
  documentSigning,
  makeCertificates,
  serverAuthentication,
  type CertificateOptions,
} from '../../../../test/support/servers/certificates.ts';
import { readManifest } from '../../../../test/support/media/read-manifest.ts';
import { openClipEncoder, probeClip } from '../../clip/clip.ts';
import { readProvenance, stampProvenance } from '../provenance.ts';
import type { Provenance } from '../provenance-record.ts';
import { openFileSigner, SigningError, type FileSigner, type UnsignedFile } from './file-signer.ts';
import { CredentialError, readCredential } from './signing-credential.ts';

const provenance: Provenance = {
  engine: 'comfy',
  model: 'flux-1',
  prompt: 'a red fox, 狐狸 🦊',
  seed: 7,
  parameters: {},
  taskId: '1700000000000001',
  createdAt: '2026-11-21T10:00:00.000Z',
  digitalSourceType: 'trainedAlgorithmicMedia',
};

const signers: FileSigner[] = [];
after(() => Promise.all(signers.map(signer => signer.close())));
const signer = await openSigner();

const files = {
  'image/png': await picture('png'),
  'image/jpeg': await picture('jpeg'),
  'video/mp4': await clip(),
};

for (const [contentType, media] of Object.entries(files)) {
  const bytes = stampProvenance(media, provenance);
  const signed = await sign({ bytes, contentType });

  test(`${contentType}: an independent reader validates the signature and the hash of the file`, async () => {
    const manifest = await readManifest(signed);
    assert.deepEqual(manifest?.failed, []);
    assert.equal(manifest?.isValid, true);
    const hash = contentType === 'video/mp4' ? 'assertion.bmffHash.match' : 'assertion.dataHash.match';
    assert.ok(manifest?.passed.includes('claimSignature.validated'));
    assert.ok(manifest?.passed.includes(hash));
    assert.equal(await readManifest(bytes), undefined);
  });

  test(`${contentType}: a changed byte is detected at any offset`, async () => {
    const text = Buffer.from(signed).indexOf('a red fox');
    const media = signed.length - (contentType === 'video/mp4' ? 3000 : 40);
    for (const at of [text, media]) {
      const changedFile = new Uint8Array(signed);
      changedFile[at]! ^= 1;
      const manifest = await readManifest(changedFile);
      assert.equal(manifest?.isValid, false);
      assert.match(manifest?.failed.join() ?? '', /^assertion\.(data|bmff)Hash\.mismatch$/);
    }
  });

  test(`${contentType}: the manifest names the program and the model that made the file`, async () => {
    const manifest = await readManifest(signed);
    assert.deepEqual(manifest?.generator, { name: 'Kinora', version: packageJson.version });
    assert.deepEqual(manifest?.actions, [
      {
        action: 'c2pa.created',
        softwareAgent: { name: 'flux-1' },
        digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
      },
    ]);
  });

  test(`${contentType}: signing keeps the media and its provenance`, async () => {
    assert.deepEqual(readProvenance(signed), provenance);
    if (contentType === 'video/mp4') return assert.deepEqual(await probeClip(signed), await probeClip(media));
    assert.deepEqual(await sharp(signed).raw().toBuffer(), await sharp(media).raw().toBuffer());
  });
}

test('a chain of edits is cut before it becomes too large, and each file is valid', async () => {
  const contentType = 'image/png';
  const parentIngredient = (bytes: Uint8Array) => ({
    ingredients: [{ relationship: 'parentOf', title: 'picture', contentType, bytes: shared(bytes) } as const],
    isCopy: false,
  });
  let bytes = await sign({ bytes: files[contentType], contentType });
  const sizes: number[] = [];
  for (let edit = 0; edit < 24; edit++) {
    const file = { bytes: new Uint8Array(files[contentType]), contentType };
    bytes = await signer.sign(file, provenance, parentIngredient(bytes));
    sizes.push(bytes.length);
  }
  const largest = Math.max(...sizes);
  assert.ok(largest > 40_000 && largest < 80_000, `${largest}`);
  assert.ok(sizes.some((size, edit) => edit > 0 && size < sizes[edit - 1]!));
  const manifest = await readManifest(bytes);
  assert.deepEqual([manifest?.isValid, manifest?.failed, manifest?.ingredients.length], [true, [], 1]);
});

test('a parent that was changed after signing is recorded as changed, and the new file can be signed', async () => {
  const contentType = 'image/png';
  const parent = await sign({ bytes: files[contentType], contentType });
  parent[parent.length - 40]! ^= 1;
  for (const bytes of [parent, files[contentType]]) {
    const ingredient = {
      relationship: 'parentOf',
      title: 'picture',
      contentType,
      bytes: shared(bytes),
    } as const;
    const file = { bytes: new Uint8Array(files[contentType]), contentType };
    const signed = await signer.sign(file, provenance, { ingredients: [ingredient], isCopy: false });
    const manifest = await readManifest(signed);
    assert.deepEqual([manifest?.isValid, manifest?.failed], [true, []]);
    assert.equal(manifest?.ingredients[0]?.hasManifest, bytes === parent);
    assert.equal(Buffer.from(signed).includes('assertion.dataHash.mismatch'), bytes === parent);
  }
});

for (const keys of ['P-384', 'Ed25519', 'RSA-2048'] as const) {
  test(`a ${keys} key can sign`, async () => {
    const other = await openSigner({ keys });
    await other.check();
    const png = { bytes: files['image/png'], contentType: 'image/png' };
    assert.deepEqual((await readManifest(await sign(png, other)))?.failed, []);
  });
}

test('a certificate for another purpose is rejected, and those that verifiers accept are not', async () => {
  for (const usage of [claimSigning, documentSigning]) await (await openSigner({ usage })).check();
  await (await openSigner({ keys: 'P-521' })).check();
  const wrong = await openSigner({ usage: serverAuthentication });
  await assert.rejects(wrong.check(), (error: unknown) => {
    assert.ok(error instanceof CredentialError);
    assert.match(
      error.message,
      /^Verifiers would not accept .*: signingCredential\.invalid, certificate missing required EKU\./,
    );
    return true;
  });
});

test('a certificate that is not valid today can sign, and verifiers report it', async () => {
  for (const days of [
    [-30, -1],
    [1, 30],
  ] as const) {
    const late = await openSigner({ days });
    await late.check();
    const png = { bytes: files['image/png'], contentType: 'image/png' };
    const manifest = await readManifest(await sign(png, late));
    assert.deepEqual(manifest?.failed, ['signingCredential.expired']);
  }
});

test('a file that cannot be signed is an error and does not affect the next one', async () => {
  const brokenFile = { bytes: files['image/png'].subarray(0, 30), contentType: 'image/png' };
  const goodFile = { bytes: files['image/png'], contentType: 'image/png' };
  const results = await Promise.allSettled([brokenFile, goodFile].map(file => sign(file)));
  assert.ok(results[0]?.status === 'rejected' && results[0].reason instanceof SigningError);
  await assert.rejects(sign({ ...goodFile, contentType: 'video/webm' }), SigningError);
  assert.ok(results[1]?.status === 'fulfilled');
  assert.equal((await readManifest(results[1].value))?.isValid, true);
});

/** Signs a copy, because the signer takes ownership of its input. */
function sign({ bytes, contentType }: UnsignedFile, chosenSigner = signer): Promise<Uint8Array> {
  return chosenSigner.sign({ bytes: new Uint8Array(bytes), contentType }, provenance);
}

function shared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

async function openSigner(options: CertificateOptions = {}): Promise<FileSigner> {
  const { chain, key } = await makeCertificates(options);
  const signer = openFileSigner(readCredential(chain, key));
  signers.push(signer);
  return signer;
}

function picture(format: 'png' | 'jpeg'): Promise<Buffer> {
  const data = Uint8Array.from({ length: 64 * 48 * 3 }, (_, index) => index % 251);
  return sharp(data, { raw: { width: 64, height: 48, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

async function clip(): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width: 64, height: 64, framesPerSecond: 10 });
  for (let index = 0; index < 10; index++) {
    encoder.addFrame(
      Uint8Array.from({ length: 64 * 64 * 4 }, (_, position) => (position * (index + 3) * 7919) % 251),
    );
  }
  const bytes = await encoder.finish({});
  encoder.close();
  return bytes;
}
