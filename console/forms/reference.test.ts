import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFault, fitReferences, isLink, missingFields, type Reference } from './reference.ts';

const picture = (id: string): Reference => ({ kind: 'link', id, url: `https://example.com/${id}` });

test('the type and size of a file are checked before it is uploaded', () => {
  assert.equal(findFault({ type: 'image/png', size: 10 }), undefined);
  assert.equal(findFault({ type: 'application/pdf', size: 10 }), 'wrongType');
  assert.equal(findFault({ type: 'image/png', size: 11 * 1024 * 1024 }), 'tooLarge');
  assert.deepEqual(['https://a.b/c.png', 'http://x', 'ftp://a', 'a.png', 'https://'].map(isLink), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('another model keeps the references that it accepts, and the first image under its other field name', () => {
  const referencesByField = {
    input_reference: [picture('a')],
    reference_images: [picture('b'), picture('c')],
  };
  const frames = { first_frame: { max: 1, required: true }, last_frame: { max: 1, required: true } };
  assert.deepEqual(fitReferences(frames, referencesByField), {
    references: { first_frame: [picture('a')] },
    rejectedCount: 2,
  });
  assert.deepEqual(missingFields(frames, { first_frame: [picture('a')] }), ['last_frame']);
  const cast = { reference_images: { max: 1, required: true } };
  assert.deepEqual(fitReferences(cast, referencesByField), {
    references: { reference_images: [picture('b')] },
    rejectedCount: 2,
  });
});
