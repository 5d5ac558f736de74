/** Values of Range, If-None-Match, Accept-Language and Cookie, valid and nearly valid. */
import fc from 'fast-check';

type Texts = fc.Arbitrary<string>;

export const ranges: Texts = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 25n }), fc.bigInt({ min: 0n, max: 10n ** 25n }))
    .map(([from, to]) => `bytes=${from}-${to}`),
  fc.tuple(fc.nat(300), fc.nat(300)).map(([from, to]) => `bytes=${from}-${to}`),
  fc.bigInt({ min: 0n, max: 10n ** 30n }).map(last => `bytes=-${last}`),
  fc.constantFrom(
    'bytes=',
    'bytes=-',
    'bytes=0-',
    'bytes=-0',
    'bytes=5-2',
    'bytes=0-0,5-9',
    'lines=0-1',
    'bytes=a-b',
    'bytes 0-5',
    'bytes=0-9007199254740993',
    'bytes=٣-٥',
  ),
);

export const tags: Texts = fc.oneof(
  fc.constantFrom('*', '""', 'W/', 'W/""', '"', ',', ',,,', 'W/"x", "y"', '"a"b"', '*, *'),
  fc
    .array(fc.stringMatching(/^[ -~]{0,30}$/), { maxLength: 5 })
    .map(parts => parts.map(part => `"${part}"`).join(', ')),
  fc.integer({ min: 100, max: 3000 }).map(count => '"a",'.repeat(count)),
);

export const languages: Texts = fc.oneof(
  fc.constantFrom(
    'zh',
    'zh-CN',
    'ZH-hant-TW;q=0',
    'en;q=nan',
    '*',
    ';',
    ';;q=,',
    'zh;q=99999999999',
    '-',
    'i-klingon',
  ),
  fc.stringMatching(/^[a-zA-Z*;=,.q0-9 -]{0,60}$/),
);

export const cookies: Texts = fc.oneof(
  fc.constantFrom(
    '',
    ';',
    '=',
    'a',
    'kinora_session',
    'kinora_session=',
    'kinora_session=ks_',
    '__proto__=1',
    'kinora_open_id=x',
  ),
  fc.stringMatching(/^kinora_(session|open_id)=[ -~]{0,60}$/),
  fc.array(fc.stringMatching(/^[ -~]{0,20}$/), { maxLength: 20 }).map(parts => parts.join(';')),
);
