/**
 * Values that are invalid in every field: JSON of the wrong type, unusable images, links and
 * webhooks with private addresses.
 */
import fc from 'fast-check';
import type { Schema } from './api-operations.ts';

/** Types and sizes that programs fail on. */
const oddities: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.5,
  -0.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  5e-324,
  '',
  ' ',
  '0',
  '-1',
  '1e3',
  '0x10',
  'NaN',
  'Infinity',
  'null',
  'true',
  "' or 1=1 --",
  [],
  [[]],
  [null],
  {},
  { '': '' },
  { length: 1 },
  { toString: 1 },
  { constructor: { prototype: {} } },
];

export const oddJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddities),
  fc.jsonValue({ maxDepth: 3, stringUnit: 'binary-ascii' }),
  fc.string({ unit: 'binary', maxLength: 40 }).map(text => text.toWellFormed().replaceAll('\0', '')),
  fc.double(),
);

/** Probably not allowed by the schema. Callers check it against the document. */
export function makeOddValues(schema: Schema): fc.Arbitrary<unknown> {
  const kinds = (schema.anyOf ?? [schema]).flatMap(one => one.anyOf ?? [one]);
  const oddValues = kinds.flatMap(({ items, properties, maxLength, maxItems }): fc.Arbitrary<unknown>[] => [
    ...(items ? [fc.array(makeOddValues(items), { maxLength: 8 })] : []),
    ...(maxItems === undefined ? [] : [fc.constant(Array.from({ length: maxItems + 1 }, () => 'x'))]),
    ...(maxLength === undefined
      ? []
      : [fc.integer({ min: 1, max: 100_000 }).map(more => 'x'.repeat(maxLength + more))]),
    ...(properties
      ? [
          fc.record(
            Object.fromEntries(
              Object.entries(properties).map(([name, inner]) => [name, makeOddValues(inner)]),
            ),
          ),
        ]
      : []),
  ]);
  return oddValues.length > 0 ? fc.oneof(oddJson, ...oddValues) : oddJson;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR4nGOQrtDCihiGlAQp/gUAiVZgAQ0B3uoAAAAASUVORK5CYII=',
  'base64',
);

/** A header that claims more pixels than fit into memory. */
function pictureBomb(width: number, height: number): Buffer {
  const bomb = Buffer.from(png);
  bomb.writeUInt32BE(width, 16);
  bomb.writeUInt32BE(height, 20);
  return bomb;
}

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><image href="file:///etc/passwd"/></svg>';

/** Base64 of an unusable image, invalid base64, or neither. Never empty. */
export const badPicture: fc.Arbitrary<string> = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 300 }).map(bytes => Buffer.from(bytes).toString('base64')),
  fc.integer({ min: 1, max: 30 }).map(length => png.subarray(0, length).toString('base64')),
  fc
    .tuple(fc.integer({ min: 9000 }), fc.integer({ min: 9000 }))
    .map(([width, height]) => pictureBomb(width, height).toString('base64')),
  fc
    .constantFrom('image/png', 'image/svg+xml', 'text/html', '')
    .map(type => `data:${type};base64,${Buffer.from(svg).toString('base64')}`),
  fc.string({ minLength: 1, maxLength: 60 }).map(text => `data:image/png,${text}!`),
  fc.string({ minLength: 1, maxLength: 60 }).map(text => `!${text}`),
  fc.integer({ min: 1, max: 200_000 }).map(length => 'A'.repeat(length)),
  fc.constantFrom(
    ' ',
    '\n',
    '====',
    'data:',
    'data:,',
    'data:image/png;base64,',
    'file:///etc/passwd',
    'ftp://example.com/a.png',
    'blob:x',
  ),
);

const insideHosts = [
  '127.0.0.1',
  'localhost',
  '0.0.0.0',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '224.0.0.1',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[fe80::1]',
  '[fd00::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.1',
  '%31%32%37.0.0.1',
  '①②⑦.0.0.1',
  'user:pw@127.0.0.1',
  '256.256.256.256',
  '[::1',
  'a..b',
];

/** A URL that a server may not fetch, or that does not exist. No name in it needs a lookup. */
export const insideLink: fc.Arbitrary<string> = fc
  .record({
    scheme: fc.constantFrom('http://', 'https://', 'HTTP://'),
    host: fc.constantFrom(...insideHosts),
    port: fc.constantFrom('', ':22', ':80', ':5432', ':0', ':65536'),
    path: fc.constantFrom(
      '/a.png',
      '/',
      '',
      '/latest/meta-data/',
      `/${'a'.repeat(3000)}.png`,
      '/%00.png',
      '/?x=/media/a.png',
    ),
  })
  .map(({ scheme, host, port, path }) => `${scheme}${host}${port}${path}`);

/** Only URLs that are invalid by their form: a DNS name is checked when the webhook is posted. */
export const badHook: fc.Arbitrary<string> = fc.oneof(
  insideLink.filter(link => !link.includes('a..b')),
  fc.constantFrom(
    'hook',
    'ftp://example.com/',
    'javascript:alert(1)',
    'http://',
    '//example.com/',
    'http:/\\',
    '\t',
    'data:,x',
  ),
  fc.integer({ min: 2001, max: 9000 }).map(length => 'http://example.com/'.padEnd(length, 'a')),
);
