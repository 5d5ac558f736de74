import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { BufferSource, Input, MATROSKA, WEBM } from 'mediabunny';
import sharp from 'sharp';
import { openClipEncoder, probeClip, remuxClip } from '../clip/clip.ts';
import { clipTags, readProvenance, stampProvenance } from './provenance.ts';
import type { Provenance } from './provenance-record.ts';
import { UnstampableFile } from './xmp-carriers.ts';

const provenance: Provenance = {
  engine: 'comfy',
  model: 'flux-1',
  prompt: 'a red fox, 狐狸 🦊',
  seed: 4294967295,
  parameters: { kind: 'grid', exclude: ['text'], raw: true, nested: { depth: 1.5, none: null } },
  taskId: '1700000000000001',
  createdAt: '2026-11-21T10:00:00.000Z',
  digitalSourceType: 'trainedAlgorithmicMedia',
};

const files = { png: await picture('png'), jpeg: await picture('jpeg'), mp4: await clip() };

const oddPrompts = {
  'XML signs': `<b>"fox" & 'hound'</b> ]]> &amp; &lt; &#38; <!-- --> <?xpacket end="w"?>`,
  'the end of its own field': '</kinora:record><kinora:record>{}',
  'Chinese, emoji, right-to-left and combining marks': '狐狸在灯塔旁 🦊👩‍👩‍👧‍👦 שועל é \u202e',
  'control characters and line ends': 'a\0b\x01c\x1b[31m\td\r\ne\u0085f\u2028g',
  'what XML cannot hold': `\ufffe\uffff${String.fromCharCode(0xd83e)} ${String.fromCharCode(0xdc00)}`,
  'escapes of JSON': String.raw`\u0041 \n \\ "quoted"`,
  nothing: '',
};

for (const [format, bytes] of Object.entries(files)) {
  test(`${format}: stamped provenance is read back`, () => {
    assert.deepEqual(readProvenance(stampProvenance(bytes, provenance)), provenance);
    assert.equal(readProvenance(bytes), undefined);
  });

  for (const [description, prompt] of Object.entries(oddPrompts)) {
    test(`${format}: a prompt with ${description} is read back`, () => {
      const odd = { ...provenance, prompt };
      assert.deepEqual(readProvenance(stampProvenance(bytes, odd)), odd);
    });
  }

  test(`${format}: a second stamp replaces the first`, () => {
    const first = stampProvenance(bytes, { ...provenance, prompt: 'x'.repeat(500) });
    const second = stampProvenance(first, provenance);
    assert.deepEqual(readProvenance(second), provenance);
    assert.deepEqual(second, stampProvenance(bytes, provenance));
  });

  test(`${format}: reading broken bytes never throws`, () => {
    const stampedFile = stampProvenance(bytes, provenance);
    for (let length = 0; length < stampedFile.length; length += 7)
      readProvenance(stampedFile.subarray(0, length));
    for (let at = 0; at < stampedFile.length; at += 3) {
      const brokenFile = Buffer.from(stampedFile);
      brokenFile[at] = 0xff;
      readProvenance(brokenFile);
    }
  });
}

test('the XMP packet has the IPTC fields that other programs read', async () => {
  const { xmpAsString: xmp = '' } = await sharp(stampProvenance(files.jpeg, provenance)).metadata();
  const uri = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
  assert.ok(xmp.includes(`<Iptc4xmpExt:DigitalSourceType>${uri}</Iptc4xmpExt:DigitalSourceType>`));
  assert.ok(xmp.includes('<xmp:CreatorTool>Kinora</xmp:CreatorTool>'));
  assert.ok(xmp.includes('<rdf:li xml:lang="x-default">a red fox, 狐狸 🦊</rdf:li>'));
  assert.ok(xmp.includes('<Iptc4xmpExt:AISystemUsed>flux-1 (comfy)</Iptc4xmpExt:AISystemUsed>'));
});

for (const [name, contentType] of [
  ['vp8.webm', 'video/webm'],
  ['vp8.mkv', 'video/x-matroska'],
] as const) {
  test(`a ${contentType} clip carries provenance in tags, besides those that players show`, async () => {
    const clip = await readFile(new URL(`../../../test/fixtures/clips/${name}`, import.meta.url));
    const copy = await remuxClip(clip, clipTags(provenance));
    assert.equal(copy.contentType, contentType);
    assert.deepEqual(readProvenance(copy.bytes), provenance);
    const input = new Input({ source: new BufferSource(copy.bytes), formats: [WEBM, MATROSKA] });
    const { title, comment, raw } = await input.getMetadataTags();
    assert.equal(title, provenance.prompt);
    assert.match(comment ?? '', /Seed: 4294967295, Model: flux-1, Engine: comfy/);
    assert.match(String(raw?.['XMP']), /digitalsourcetype\/trainedAlgorithmicMedia/);
    assert.deepEqual((await probeClip(copy.bytes)).frames, (await probeClip(clip)).frames);
  });
}

test('procedurally drawn media does not claim to come from a trained model', async () => {
  const drawnProvenance = { ...provenance, digitalSourceType: 'algorithmicMedia' } as const;
  const { xmpAsString: xmp = '' } = await sharp(stampProvenance(files.png, drawnProvenance)).metadata();
  assert.ok(xmp.includes('/digitalsourcetype/algorithmicMedia<'));
  assert.doesNotMatch(xmp, /Iptc4xmpExt:AI|trainedAlgorithmicMedia/);
});

test('a stamped PNG has a text chunk for image tools and only valid chunks', async () => {
  const stampedFile = stampProvenance(files.png, provenance);
  const { comments } = await sharp(stampedFile).metadata();
  const text = comments?.find(({ keyword }) => keyword === 'parameters')?.text;
  assert.match(text ?? '', /^a red fox, 狐狸 🦊\nSeed: 4294967295, Model: flux-1, Engine: comfy/);
  assert.deepEqual(badChunks(Buffer.from(stampedFile)), []);
});

test('stamping changes no pixel and no frame', async () => {
  for (const file of [files.png, files.jpeg]) {
    const before = await sharp(file).raw().toBuffer();
    assert.deepEqual(await sharp(stampProvenance(file, provenance)).raw().toBuffer(), before);
  }
  assert.deepEqual(await probeClip(stampProvenance(files.mp4, provenance)), await probeClip(files.mp4));
});

test('a JPEG keeps its own markers first and the metadata of the camera', async () => {
  const exif = { IFD0: { Artist: 'someone' } };
  const photograph = await sharp(files.png).jpeg().withExif(exif).toBuffer();
  const stampedFile = stampProvenance(photograph, provenance);
  assert.ok((await sharp(stampedFile).metadata()).exif?.includes('someone'));
  assert.deepEqual(readProvenance(stampedFile), provenance);
});

test('a JPEG loses parameters first, then the end of the prompt, because its space is limited', () => {
  const parameters = { scene: 'x'.repeat(70_000) };
  const short = readProvenance(stampProvenance(files.jpeg, { ...provenance, parameters }));
  assert.deepEqual(short, { ...provenance, parameters: {} });
  for (const character of ['狐', '&', '\0', '"', '\ufffe']) {
    const shortProvenance = readProvenance(
      stampProvenance(files.jpeg, { ...provenance, prompt: character.repeat(30_000) }),
    );
    assert.equal(shortProvenance?.prompt, `${character.repeat(3000)}…`);
  }
  const large = { ...provenance, prompt: '狐'.repeat(30_000), parameters };
  assert.deepEqual(readProvenance(stampProvenance(files.png, large)), large);
});

test('a file that cannot carry provenance is rejected', () => {
  const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ', 'latin1');
  for (const bytes of [webp, Buffer.from('text'), files.png.subarray(0, 10), files.mp4.subarray(0, 300)]) {
    assert.throws(() => stampProvenance(bytes, provenance), UnstampableFile);
  }
});

test('other metadata is not read as provenance', () => {
  const text = JSON.stringify(JSON.stringify(provenance).length);
  for (const record of ['[]', 'null', '{}', '{"prompt":7}', '{', text]) {
    const stampedFile = Buffer.from(stampProvenance(files.mp4, { ...provenance, prompt: '' }));
    const start = stampedFile.indexOf('<kinora:record>') + '<kinora:record>'.length;
    const end = stampedFile.indexOf('</kinora:record>');
    stampedFile.fill(' ', start, end);
    stampedFile.write(record, start);
    assert.equal(readProvenance(stampedFile), undefined);
  }
});

test('a clip gets a short title and the whole prompt in its comment', () => {
  const prompt = 'fox '.repeat(100).trim();
  const { title = '', comment = '', createdAt } = clipTags({ ...provenance, prompt });
  assert.ok(prompt.startsWith(title.slice(0, -1)) && title.endsWith('…') && title.length <= 121);
  assert.ok(comment.startsWith(prompt) && comment.includes('Seed: 4294967295'));
  assert.equal(createdAt, provenance.createdAt);
  assert.equal(clipTags(provenance).title, provenance.prompt);
});

function picture(format: 'png' | 'jpeg'): Promise<Buffer> {
  const data = Uint8Array.from({ length: 24 * 16 * 3 }, (_, index) => index % 251);
  return sharp(data, { raw: { width: 24, height: 16, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

async function clip(): Promise<Uint8Array> {
  const encoder = await openClipEncoder({ width: 32, height: 32, framesPerSecond: 10 });
  for (let index = 0; index < 3; index++) encoder.addFrame(new Uint8Array(32 * 32 * 4).fill(index * 60));
  const bytes = await encoder.finish({});
  encoder.close();
  return bytes;
}

/** The types of chunks that are truncated or have a wrong checksum. */
function badChunks(png: Buffer): string[] {
  const bad: string[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 4, at + 8 + length);
    if (at + 12 + length > png.length || crc32(data) !== png.readUInt32BE(at + 8 + length)) {
      bad.push(data.toString('latin1', 0, 4));
    }
    at += 12 + length;
  }
  return bad;
}
