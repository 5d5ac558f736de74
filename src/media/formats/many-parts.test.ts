/** Files of millions of empty parts. Readers stop early, so that they take milliseconds. */
import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProvenance, stampProvenance } from '../provenance/provenance.ts';
import { UnstampableFile } from '../provenance/xmp-carriers.ts';
import { checkPicture, uploadLimits } from '../picture/read-upload.ts';
import { detectClipType } from './clip-types.ts';
import { countScans, jpegMarkers, jpegSegments } from './jpeg-markers.ts';
import { maxParts } from './max-parts.ts';
import { mp4Boxes } from './mp4-boxes.ts';
import { pngChunks } from './png-chunks.ts';
import { webpChunks } from './webp-chunks.ts';

const provenance = {
  engine: 'e',
  model: 'm',
  prompt: 'p',
  seed: 1,
  parameters: {},
  taskId: 't',
  createdAt: '2026-11-28T00:00:00.000Z',
  digitalSourceType: 'algorithmicMedia',
} as const;

const png = repeatPart(
  '89504e470d0a1a0a0000000d49484452000000080000000808020000004b6d29dc',
  '000000007445587400000000',
);
const jpeg = repeatPart('ffd8', 'ffe00002');
const webp = repeatPart('524946460000000057454250', '4558494600000000');
const mp4 = repeatPart('000000086674797069736f6d', '0000000866726565');

test('readers of structure stop after as many parts as no real file has', () => {
  for (const parts of [
    pngChunks(png),
    jpegSegments(jpeg),
    jpegMarkers(jpeg),
    webpChunks(webp),
    mp4Boxes(mp4),
  ]) {
    let count = 0;
    for (const _ of parts) count++;
    assert.ok(count <= maxParts, `${count} parts`);
  }
});

test('a picture of too many parts is rejected before a decoder reads it', async () => {
  for (const file of [png, jpeg, webp]) {
    const upload = await checkPicture(file, uploadLimits, 'token');
    assert.deepEqual(upload.ok || upload.code, 'too_costly');
    assert.match(upload.ok ? '' : reasonText(upload.reason), /20000 parts/);
  }
});

test('a file of too many parts has no provenance and cannot be given any', () => {
  for (const file of [png, jpeg, mp4]) assert.equal(readProvenance(file), undefined);
  for (const file of [png, mp4]) assert.throws(() => stampProvenance(file, provenance), UnstampableFile);
});

test('coded data without an end counts as too many scans', () => {
  assert.equal(countScans(repeatPart('ffd8ffe00002', 'ff00'), 100), 0);
  assert.equal(countScans(repeatPart('ffd8ffe00002', 'da00'), 100), 101);
  assert.equal(countScans(repeatPart('ffd8ffe00002', 'ffda0002'), 100), 101);
});

test('what follows the end of a JPEG is not counted', () => {
  const photo = Buffer.from('ffd8ffda0002ffd9', 'hex');
  assert.equal(countScans(Buffer.concat([photo, repeatPart('', 'ffda0002')]), 100), 1);
});

test('a GIF of empty blocks is no clip', () => {
  assert.equal(detectClipType(repeatPart('4749463839610800080000000021ff', '0100')), undefined);
});

/** 8 MB: the head, and the same part again and again. */
function repeatPart(head: string, part: string): Buffer {
  const unit = Buffer.from(part, 'hex');
  return Buffer.concat([
    Buffer.from(head, 'hex'),
    Buffer.alloc(Math.floor((8 << 20) / unit.length) * unit.length, unit),
  ]);
}
