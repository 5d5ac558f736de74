/** With a certificate, the files that clients download are signed and match their signature. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { assertSameBytes } from '../support/media/same-bytes.ts';
import { SigningError } from '../../src/media/provenance/c2pa/file-signer.ts';
import { imageEnd, imagine, startTestApp, type TestApp } from '../support/servers/app.ts';
import { checkLedger } from '../support/crashes/ledger-check.ts';
import { makeCertificates } from '../support/servers/certificates.ts';
import { bytesAt, imageClient, type ImageRecord } from '../support/clients/image-client.ts';
import { startScriptedApp } from '../support/setups/scripted-app.ts';
import { readManifest, type ReadManifest } from '../support/media/read-manifest.ts';
import { smallClip, videoClient } from '../support/clients/video-client.ts';

let folder: string;
let kinora: TestApp;
let grid: ImageRecord;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-certificate-'));
  const { chain, key } = await makeCertificates();
  await writeFile(join(folder, 'chain.pem'), chain);
  await writeFile(join(folder, 'key.pem'), key);
  kinora = await startTestApp({
    settings: {
      KINORA_C2PA_CERTIFICATE: join(folder, 'chain.pem'),
      KINORA_C2PA_KEY: join(folder, 'key.pem'),
    },
  });
  grid = await imageClient(kinora).make('imagine', { prompt: 'a red fox --draft --seed 7' });
});
after(() => rm(folder, { recursive: true }));

async function assertSigned(bytes: Uint8Array): Promise<ReadManifest> {
  const manifest = await readManifest(bytes);
  assert.equal(manifest?.isValid, true, JSON.stringify(manifest));
  assert.deepEqual(manifest.generator.name, 'Kinora');
  return manifest;
}

async function assertCreated(bytes: Uint8Array): Promise<void> {
  const { actions } = await assertSigned(bytes);
  assert.match(JSON.stringify(actions), /^\[\{"action":"c2pa\.created".*\/algorithmicMedia"/);
}

const listActions = ({ actions }: ReadManifest) => actions.map(({ action }) => action);

test('the sheet and the cells are signed', async () => {
  const cells = grid.imageUrls ?? [];
  assert.equal(cells.length, 4);
  for (const url of [grid.imageUrl, ...cells.map(({ url }) => url)]) await assertCreated(await bytesAt(url));
});

test("the manifest of a derived file names its source and contains the source's manifest", async () => {
  const client = imageClient(kinora);
  const upscale = await client.pressAndWait(grid, 'U2');
  const copy = await assertSigned(await bytesAt(upscale.imageUrl));
  assert.deepEqual(listActions(copy), ['c2pa.opened']);
  const parent = { title: 'picture', relationship: 'parentOf', hasManifest: true };
  assert.deepEqual(copy.ingredients, [parent]);
  const zoom = await client.pressAndWait(upscale, 'Zoom Out 2x');
  for (const url of [zoom.imageUrl, zoom.imageUrls?.[3]?.url]) {
    const wider = await assertSigned(await bytesAt(url));
    assert.deepEqual(listActions(wider), ['c2pa.opened', 'c2pa.edited']);
    assert.deepEqual(wider.ingredients, [parent]);
  }
  const variation = await client.pressAndWait(upscale, 'Vary (Subtle)');
  const similar = await assertSigned(await bytesAt(variation.imageUrls?.[0]?.url));
  assert.deepEqual(listActions(similar), ['c2pa.created']);
  assert.deepEqual(similar.ingredients, [{ ...parent, relationship: 'inputTo' }]);
});

test('an image from a client is named, and its manifest is not included', async () => {
  const signed = Buffer.from(await bytesAt(grid.imageUrls?.[0]?.url));
  const image = `data:image/png;base64,${signed.toString('base64')}`;
  const edit = await imageClient(kinora).make('edits', { prompt: 'a blue fox', image });
  const manifest = await assertSigned(await bytesAt(edit.imageUrls?.[0]?.url));
  assert.deepEqual(listActions(manifest), ['c2pa.opened', 'c2pa.edited']);
  assert.deepEqual(manifest.ingredients, [
    { title: 'picture', relationship: 'parentOf', hasManifest: false },
  ]);
});

test('thumbnails are not signed, because they are copies for display', async () => {
  const thumbnail = await bytesAt(grid.imageUrls?.[0]?.thumbnail);
  assert.equal(thumbnail.includes('c2pa'), false);
  assert.equal((await bytesAt(grid.imageUrls?.[0]?.url)).includes('c2pa'), true);
});

test('a clip and its spritesheet are signed, whichever way they are downloaded', async () => {
  const client = videoClient(kinora);
  const { id } = await client.make({ ...smallClip, prompt: 'a red fox' });
  const content = async (query: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${kinora.url}/v1/videos/${id}/content${query}`, {
      headers: { ...headers, authorization: `Bearer ${kinora.videoKey}` },
    });
    assert.ok(response.ok, String(response.status));
    return new Uint8Array(await response.arrayBuffer());
  };
  const fullContent = await content('');
  await assertCreated(fullContent);
  const parts = [await content('', { range: 'bytes=0-999' }), await content('', { range: 'bytes=1000-' })];
  assertSameBytes(Buffer.concat(parts), fullContent);
  await assertCreated(await content('?variant=spritesheet'));
});

test('a task whose files cannot be signed fails, is not charged, and has no files', async () => {
  const errors: unknown[] = [];
  const failing = await startScriptedApp({
    events: defaults => ({ ...defaults, workerError: error => void errors.push(error) }),
    signer: {
      sign: async () => {
        throw new SigningError('The thread ended with exit code 1.');
      },
      check: async () => {},
      close: async () => {},
    },
  });
  const record = await imageEnd(failing, await imagine(failing, 'a red fox'));
  assert.equal(record.status, 'FAILURE');
  assert.match(record.failReason, /could not sign the files/);
  assert.doesNotMatch(JSON.stringify(record), /exit code/);
  assert.deepEqual([record.imageUrl, record.usage.charged], [null, false]);
  const { chargedMicros, heldMicros, problems } = await checkLedger(failing);
  assert.deepEqual([chargedMicros, heldMicros, problems], [0n, 0n, []]);
  assert.ok(errors.some(error => error instanceof SigningError && /exit code 1/.test(error.message)));
});
