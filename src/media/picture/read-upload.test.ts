import { reasonText } from '@kinora/shared/errors/reason';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { decodeMemory } from './decode-memory.ts';
import { checkPicture, readBase64Picture, type Upload, uploadLimits } from './read-upload.ts';

test('a picture is read from a data URL with any type, and from plain base64', async () => {
  const png = await noise(40, 30).png().toBuffer();
  const base64 = png.toString('base64');
  const pictureTexts = [
    `data:image/png;base64,${base64}`,
    `data:image/jpeg;base64,${base64}`,
    `data:text/html;charset=utf-8;base64,${base64}`,
    `data:;base64,${base64}`,
    `DATA:image/png;BASE64,${base64}`,
    ` \n data:image/png;base64,\n${base64.replace(/.{76}/g, '$&\r\n')}\n`,
    base64,
    base64.replace(/=+$/, ''),
    png.toString('base64url'),
  ];
  for (const text of pictureTexts) {
    const upload = await readBase64Picture(text, uploadLimits, 'account');
    assert.ok(upload.ok, `${text.slice(0, 50)}: ${JSON.stringify(upload)}`);
    assert.deepEqual(Buffer.from(upload.bytes), png);
    assert.deepEqual([upload.contentType, upload.width, upload.height], ['image/png', 40, 30]);
  }
});

test('the content type comes from the bytes, and the size respects the orientation', async () => {
  const turnedPhoto = noise(40, 30).jpeg().withMetadata({ orientation: 6 });
  assert.deepEqual(await readFacts(turnedPhoto), ['image/jpeg', 30, 40]);
  assert.deepEqual(await readFacts(noise(40, 30).webp()), ['image/webp', 40, 30]);
  assert.deepEqual(await readFacts(noise(40, 30).gif()), ['image/gif', 40, 30]);
});

test('text that is not base64 is rejected as such', async () => {
  const png = (await noise(40, 30).png().toBuffer()).toString('base64');
  const texts = [
    'https://pictures.example/cat.png',
    `data:image/png,${png}`,
    'data:image/svg+xml;utf8,<svg xmlns="http://www.w3.org/2000/svg"/>',
    `data:image/png;base64,${png.slice(0, -6)}!${png.slice(-5)}`,
    `base64,${png}`,
    'a picture of a cat.',
    '图片',
    'abcde',
    'ab=cd',
    'ab====',
    `data:${'x'.repeat(300)};base64,${png}`,
  ];
  for (const text of texts)
    assertRefused(await readBase64Picture(text, uploadLimits, 'account'), 'not_base64', /Base64/);
});

test('an empty upload is rejected as empty', async () => {
  for (const text of ['', ' \n', 'data:image/png;base64,', '=='])
    assertRefused(await readBase64Picture(text, uploadLimits, 'account'), 'empty', /empty/);
});

test('files of other formats are rejected by name, whatever type they claim', async () => {
  const kinds: readonly (readonly [string | Uint8Array, string])[] = [
    ['<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>', 'an SVG'],
    ['<?xml version="1.0"?>\n<svg width="64" height="64"/>', 'an SVG'],
    ['<!DOCTYPE html><title>404</title>', 'an HTML page'],
    ['%PDF-1.7\n', 'a PDF'],
    [await noise(40, 30).tiff().toBuffer(), 'a TIFF'],
    [await noise(40, 30).avif().toBuffer(), 'an AVIF'],
    ['\0\0\0\x18ftypheic\0\0\0\0', 'a HEIC'],
    ['\0\0\0\x18ftypisom\0\0\0\0', 'a video'],
    ['just words', 'not a supported image format'],
  ];
  for (const [file, name] of kinds) {
    const text = `data:image/png;base64,${Buffer.from(file).toString('base64')}`;
    const upload = await readBase64Picture(text, uploadLimits, 'account');
    assertRefused(
      upload,
      'kind_refused',
      new RegExp(`^This is ${name}\\. Allowed: PNG, JPEG, WebP, GIF\\.$`),
    );
  }
});

test('a truncated picture is rejected, in every format and at every offset', async () => {
  const files = [
    await noise(200, 150).png().toBuffer(),
    await noise(200, 150).png({ progressive: true }).toBuffer(),
    await noise(200, 150).jpeg().toBuffer(),
    await noise(200, 150).jpeg({ progressive: true }).toBuffer(),
    await noise(200, 150).webp().toBuffer(),
    await noise(200, 150).webp({ lossless: true }).toBuffer(),
    await noise(200, 150).gif().toBuffer(),
  ];
  for (const file of files) {
    assert.ok((await checkPicture(file, uploadLimits, 'account')).ok);
    for (const part of [0.1, 0.3, 0.7, 0.97]) {
      const start = file.subarray(0, Math.floor(file.length * part));
      assertRefused(await checkPicture(start, uploadLimits, 'account'), 'damaged', /incomplete/);
    }
  }
});

test('too many bytes are rejected, before and after base64 decoding', async () => {
  const limits = { ...uploadLimits, maxBytes: 1024 * 1024 };
  const large = Buffer.alloc(limits.maxBytes + 1);
  (await noise(40, 30).png().toBuffer()).copy(large);
  assertRefused(await checkPicture(large, limits, 'account'), 'too_many_bytes', /at most 1 MB/);
  assertRefused(
    await readBase64Picture(large.toString('base64'), limits, 'account'),
    'too_many_bytes',
    /at most 1 MB/,
  );
  assertRefused(
    await readBase64Picture('\n'.repeat(5_000_000), limits, 'account'),
    'too_many_bytes',
    /at most 1 MB/,
  );
  assert.ok((await checkPicture(large.subarray(0, -1), limits, 'account')).ok);
});

test('edges that are too short or too long are rejected with the size that was sent', async () => {
  assertRefused(
    await checkPicture(await flat(7, 40), uploadLimits, 'account'),
    'too_small',
    /7x40 .* at least 8/,
  );
  assertRefused(
    await checkPicture(await flat(8193, 8), uploadLimits, 'account'),
    'too_many_pixels',
    /8193x8 .* at most 8192/,
  );
  assert.ok((await checkPicture(await flat(8, 8192), uploadLimits, 'account')).ok);
});

test('a small file with huge dimensions is rejected by its header', async () => {
  assertRefused(
    await checkPicture(enormousPng(), uploadLimits, 'account'),
    'too_many_pixels',
    /at most 8192/,
  );
});

test('a picture that takes too much memory to decode is rejected by its header, with the allowed size', async () => {
  const small = sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } });
  const costly = [
    asLarge(await small.clone().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()),
    asLarge(await small.clone().ensureAlpha().png({ progressive: true }).toBuffer()),
  ];
  for (const file of costly)
    assertRefused(
      await checkPicture(file, uploadLimits, 'account'),
      'too_costly',
      /at most 224 MB; save it .* not progressive/,
    );
  const large = sharp({ create: { width: 8192, height: 8192, channels: 3, background: 'teal' } });
  const plain = await large.jpeg({ chromaSubsampling: '4:4:4' }).toBuffer();
  assert.ok((await checkPicture(plain, uploadLimits, 'account')).ok);
});

test('a JPEG with a hundred repeated scans is rejected before decoding, and data after its end is ignored', async () => {
  const jpeg = await noise(80, 60).jpeg({ progressive: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const [start, end] = [jpeg.subarray(0, -2), jpeg.subarray(-2)];
  const repeatedScans = Buffer.concat([start, ...Array<Buffer>(120).fill(scan), end]);
  assertRefused(
    await checkPicture(repeatedScans, uploadLimits, 'account'),
    'too_costly',
    /at most 100 scans/,
  );
  // Cameras append a clip there.
  const trailingScans = Buffer.concat([start, end, ...Array<Buffer>(120).fill(scan)]);
  assert.ok((await checkPicture(trailingScans, uploadLimits, 'account')).ok);
});

test('a JPEG with a scan for each component is accepted, whatever precedes its frame', async () => {
  const facts = {
    format: 'jpeg',
    width: 800,
    height: 600,
    isProgressive: false,
    channels: 3,
    bytesPerSample: 1,
  } as const;
  const base = 16 * 1024 * 1024;
  const jpeg = await noise(800, 600).jpeg({ chromaSubsampling: '4:2:0' }).toBuffer();
  assert.equal(decodeMemory(jpeg, facts), base);
  const progressive = await noise(800, 600)
    .jpeg({ progressive: true, chromaSubsampling: '4:2:0' })
    .toBuffer();
  const all = base + (800 * 608 + 2 * 400 * 304) * 2;
  assert.equal(decodeMemory(progressive, facts), all);
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const severalScans = Buffer.from(jpeg);
  severalScans[scan + 4] = 1;
  assert.equal(decodeMemory(severalScans, facts), all);
  const soi = progressive.subarray(0, 2);
  const withStrayMarkers = Buffer.concat([
    soi,
    Buffer.from([0xff, 0x01, 0xff, 0xff, 0xd0, 0xff, 0x00]),
    progressive.subarray(2),
  ]);
  assert.equal(decodeMemory(withStrayMarkers, facts), all);
});

test('an animation of many frames counts as one frame', async () => {
  const raw = { width: 16, height: 16 * 3000, channels: 3, pageHeight: 16 } as const;
  const frames = await sharp(Buffer.alloc(16 * 16 * 3000 * 3, 90), { raw })
    .gif({ keepDuplicateFrames: true })
    .toBuffer();
  assert.equal((await sharp(frames).metadata()).pages, 3000);
  const upload = await checkPicture(frames, uploadLimits, 'account');
  assert.ok(upload.ok);
  assert.deepEqual([upload.width, upload.height], [16, 16]);
});

test('any input gives a picture or a reason, and no exception', async () => {
  const png = await noise(16, 16).png().toBuffer();
  const damagedPicture = fc
    .array(fc.record({ at: fc.nat(png.length - 1), value: fc.nat(255) }), { maxLength: 6 })
    .map(changes => {
      const bytes = Buffer.from(png);
      for (const { at, value } of changes) bytes[at] = value;
      return bytes.toString('base64');
    });
  const uploadText = fc.oneof(fc.string({ unit: 'binary' }), fc.base64String(), damagedPicture);
  const isAnswered = fc.asyncProperty(uploadText, async text => {
    const upload = await readBase64Picture(text, uploadLimits, 'account');
    assert.ok(upload.ok || /[.…]$/.test(reasonText(upload.reason)));
  });
  await fc.assert(isAnswered, { numRuns: 200 });
});

function assertRefused(upload: Upload, code: string, reason: RegExp): void {
  assert.ok(!upload.ok, 'was accepted');
  assert.equal(upload.code, code);
  assert.match(reasonText(upload.reason), reason);
}

async function readFacts(picture: Sharp): Promise<unknown[]> {
  const upload = await checkPicture(await picture.toBuffer(), uploadLimits, 'account');
  assert.ok(upload.ok);
  return [upload.contentType, upload.width, upload.height];
}

function noise(width: number, height: number): Sharp {
  const data = Buffer.from(
    Array.from({ length: width * height * 3 }, (_, index) => Math.imul(index, 2654435761) >>> 24),
  );
  return sharp(data, { raw: { width, height, channels: 3 } });
}

function flat(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
}

/** Writes 8192x8192 into the header of a file. */
function asLarge(file: Buffer): Buffer {
  const isPng = file[0] === 0x89;
  // In a progressive JPEG, height and width follow the length of the frame header and the bits per sample.
  const sides = isPng ? 16 : file.indexOf(Buffer.from([0xff, 0xc2])) + 5;
  const large = Buffer.from(file);
  for (const at of [0, 1]) {
    if (isPng) large.writeUInt32BE(8192, sides + 4 * at);
    else large.writeUInt16BE(8192, sides + 2 * at);
  }
  if (isPng) large.writeUInt32BE(crc32(large.subarray(12, 29)), 29);
  return large;
}

/**
 * A picture of 50000x50000 pixels of one bit, 306 MB when unpacked. The file ends
 * after the first 300 KB of pixels.
 */
function enormousPng(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(50_000, 0);
  header.writeUInt32BE(50_000, 4);
  header[8] = 1;
  const pixels = deflateSync(Buffer.alloc(300_000));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
