import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { encodeWithProvenance } from './encode-with-provenance.ts';
import { stampProvenance } from '../provenance/provenance.ts';
import type { Provenance } from '../provenance/provenance-record.ts';

const provenance: Provenance = {
  engine: 'sketch',
  model: 'sketch',
  prompt: 'a red fox',
  seed: 7,
  parameters: {},
  taskId: '1795891440000123',
  createdAt: '2026-11-28T00:00:00.000Z',
  digitalSourceType: 'algorithmicMedia',
};
const plain = await sharp({ create: { width: 32, height: 32, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
const stampedPicture = stampProvenance(plain, provenance);

for (const format of ['png', 'jpeg', 'webp'] as const)
  test(`a picture that is delivered as ${format} says how it was made`, async () => {
    const bytes = await encodeWithProvenance(stampedPicture, { format, quality: 90 });
    const { format: actualFormat, xmpAsString = '' } = await sharp(bytes).metadata();
    assert.equal(actualFormat, format);
    assert.match(xmpAsString, /1795891440000123/);
    assert.match(xmpAsString, /algorithmicMedia/);
  });

test('a preview, which has none, stays without', async () => {
  const bytes = await encodeWithProvenance(plain, { format: 'webp', quality: 90 });
  assert.equal((await sharp(bytes).metadata()).xmp, undefined);
});
