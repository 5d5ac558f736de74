/** How much memory a picture takes to decode, by its header. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeMemory } from './decode-memory.ts';
import { maxDecodeBytes } from './picture.ts';

test('the megapixels in the documents are those that fit into the memory of a decoder', () => {
  const facts = { isProgressive: true, bytesPerSample: 1 } as const;
  const documentedLimits = [
    { ...facts, format: 'webp', channels: 4, megapixels: 54 },
    { ...facts, format: 'gif', channels: 4, megapixels: 43 },
    { ...facts, format: 'jpeg', channels: 3, megapixels: 36 },
    { ...facts, format: 'png', channels: 4, megapixels: 54 },
  ] as const;
  for (const { megapixels, ...picture } of documentedLimits) {
    const memory = (height: number) => decodeMemory(new Uint8Array(), { ...picture, width: 1e6, height });
    assert.ok(
      memory(megapixels) <= maxDecodeBytes && memory(megapixels + 1) > maxDecodeBytes,
      picture.format,
    );
  }
});
