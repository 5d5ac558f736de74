import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SizeRules } from '../../../media/picture/size-rules.ts';
import { sizeNotes } from './size-notes.ts';

const square = { width: 1024, height: 1024 };
const rules: Readonly<Record<string, SizeRules | undefined>> = {
  'gpt-image': { multiple: 1, list: [square, { width: 1536, height: 1024 }] },
  'gpt-image-mini': { multiple: 1, list: [square, { width: 1536, height: 1024 }] },
  flux: { multiple: 32, minPixels: 262_144, maxPixels: 4_194_304 },
  seedream: { multiple: 8, minPixels: 921_600 },
  any: { multiple: 8 },
  unsaid: undefined,
};
const question = {
  kind: {
    offer: (model: string) => ({
      jobs: [model === 'movie' ? ('clip' as const) : ('grid' as const)],
      ...(rules[model] && { sizes: rules[model] }),
    }),
  },
  settings: {},
  models: [...Object.keys(rules), 'movie'],
} as never as Omit<Parameters<typeof sizeNotes>[0], 'language'>;

test('a probe says which sizes the models make, once for all that make the same', () => {
  assert.deepEqual(sizeNotes({ ...question, language: 'en' }), [
    'Sizes of gpt-image, gpt-image-mini: 1024x1024, 1536x1024.',
    'Sizes of flux: multiples of 32, 0.26 to 4.19 megapixels.',
    'Sizes of seedream: multiples of 8, at least 0.92 megapixels.',
  ]);
  assert.equal(
    sizeNotes({ ...question, language: 'zh' })[1],
    'flux 的尺寸：32 的倍数，0.26 至 4.19 百万像素。',
  );
});
